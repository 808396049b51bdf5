import { SandboxError } from '../../../client/error.ts'
import { writeProblem, writeWholeFile } from '../../../node/files/whole-file.ts'
import { printable } from '../../../text/escape.ts'
import { countOf } from '../../../text/numbers.ts'
import type { Context } from '../../args/context.ts'
import type { ConnectionOption } from '../../args/tables/option-groups.ts'
import { exitCodes, runtimeError, usageError } from '../../output/failure.ts'
import { withSandbox } from '../../sandbox/remote.ts'

type StateContext = Context<'json' | ConnectionOption>

/** Saves the session of the running sandbox to a file, or loads it from one. */
export function runState(context: StateContext): Promise<number> {
  const [what, file = ''] = context.words
  return what === 'save' ? save(context, file) : load(context, file)
}

function save(context: StateContext, file: string): Promise<number> {
  return withSandbox(context, async (client) => {
    const session = await client.ask('GET session')
    try {
      writeWholeFile(file, `${JSON.stringify(session)}\n`)
    } catch (error) {
      throw runtimeError(`cannot write ${file} (${writeProblem(error)})`)
    }
    print(context, { saved: file }, `saved to ${printable(file)}`)
    return exitCodes.ok
  })
}

async function load(context: StateContext, file: string): Promise<number> {
  const { loadSessionFile } = await import('../history/load-session-file.ts')
  const session = loadSessionFile(file)
  return withSandbox(context, async (client) => {
    const { accounts } = await client
      .ask('PUT session', { body: session })
      .catch((error: unknown) => {
        if (!(error instanceof SandboxError) || error.code !== 'bad_argument') throw error
        throw usageError(`${file}: ${error.message}`)
      })
    const names = accounts.map(({ name }) => name)
    print(
      context,
      { loaded: file, accounts: names },
      `loaded ${printable(file)} (${countOf(names.length, 'account')})`,
    )
    return exitCodes.ok
  })
}

function print({ io, options }: StateContext, value: object, text: string): void {
  io.stdout.write(options.json ? `${JSON.stringify(value)}\n` : `${text}\n`)
}
