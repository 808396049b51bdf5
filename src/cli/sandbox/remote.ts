import { ControlClient } from '../../client/client.ts'
import { SandboxError } from '../../client/error.ts'
import { readControlToken } from './control-token.ts'
import { exitCodes, Failure, runtimeError, usageError } from '../output/failure.ts'
import { httpFetch } from '../../client/http-fetch.ts'
import type { Context } from '../args/context.ts'
import type { ConnectionOption } from '../args/tables/option-groups.ts'
import { printable } from '../../text/escape.ts'
import { defaults } from '../../contract/defaults.ts'
import { invalidValue } from '../output/wrong-value.ts'

/** Creates a client for the sandbox at --url. @throws Failure for an invalid URL. */
export function connect(
  context: Pick<Context<ConnectionOption>, 'options' | 'env' | 'labelOf'>,
): ControlClient {
  const { url } = context.options
  if (!/^https?:$/.test(urlOf(url)?.protocol ?? '')) {
    throw usageError(invalidValue(url, context.labelOf('url'), `a URL such as ${defaults.url}`))
  }
  const token = readControlToken(context)
  return new ControlClient({ url, token, origin: 'cli', fetch: httpFetch })
}

/** Runs `use` with a client for the running sandbox, and converts its errors to Failures. */
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

/** Converts an error of the client to a Failure. */
export function toFailure(error: unknown): unknown {
  if (!(error instanceof SandboxError)) return error
  if (error.code === 'not_a_sandbox') {
    return runtimeError(`${error.message}; set --url to the address of the sandbox`)
  }
  if (error.code === 'unreachable') {
    return runtimeError(
      `${error.message}; start a sandbox with: npx alias-sandbox (or set --url to its address)`,
    )
  }
  const exitCode = error.code === 'bad_argument' ? exitCodes.usage : exitCodes.runtime
  return new Failure(exitCode, [`alias-sandbox: ${printable(error.message)}`])
}

function urlOf(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}
