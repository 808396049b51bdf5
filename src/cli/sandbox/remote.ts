import { ControlClient } from '../../client/client.ts'
import { SandboxError } from '../../client/error.ts'
import { readControlToken } from './control-token.ts'
import { exitCodes, Failure, runtimeError, usageError } from '../output/failure.ts'
import { httpFetch } from './http-fetch.ts'
import type { Context } from '../args/context.ts'
import type { ConnectionOption } from '../args/tables/option-groups.ts'
import { printable } from '../../text/escape.ts'
import { defaults } from '../../contract/defaults.ts'
import { invalidValue } from '../output/wrong-value.ts'

/** The running sandbox that the options lead to. @throws Failure when the URL is none. */
export function connect(context: Context<ConnectionOption>): ControlClient {
  const { url } = context.options
  if (!/^https?:$/.test(urlOf(url)?.protocol ?? '')) {
    throw usageError(invalidValue(url, context.labelOf('url'), `a URL such as ${defaults.url}`))
  }
  return new ControlClient({ url, token: readControlToken(context), fetch: httpFetch })
}

/** Speaks to the running sandbox; what it refuses becomes a line and an exit code. */
export async function withSandbox(
  context: Context<ConnectionOption>,
  use: (client: ControlClient) => Promise<number>,
): Promise<number> {
  const client = connect(context)
  try {
    return await use(client)
  } catch (error) {
    throw toFailure(error)
  }
}

/** What a failed talk means on the command line. */
export function toFailure(error: unknown): unknown {
  if (!(error instanceof SandboxError)) return error
  if (error.code === 'not_a_sandbox') {
    return runtimeError(`${error.message}; --url says where the sandbox runs`)
  }
  if (error.code === 'unreachable') {
    return runtimeError(
      `${error.message}; start one with: npx alias-sandbox (or say with --url where it runs)`,
    )
  }
  const exitCode = error.code === 'bad_argument' ? exitCodes.usage : exitCodes.runtime
  return new Failure(exitCode, [`alias-sandbox: ${printable(error.message)}`])
}

function urlOf(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}
