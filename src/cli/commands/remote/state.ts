import { limits } from '../../../contract/limits.ts'
import { SandboxError } from '../../../client/error.ts'
import { parseJson } from '../../../contract/values/value-limits.ts'
import { readRegularFile, UnreadableFile } from '../../../node/files/regular-file.ts'
import { printable } from '../../../text/escape.ts'
import type { Context } from '../../args/context.ts'
import type { ConnectionOption } from '../../args/tables/option-groups.ts'
import { exitCodes, runtimeError, usageError } from '../../output/failure.ts'
import { withSandbox } from '../../sandbox/remote.ts'
import { writeProblem, writeWholeFile } from '../../../node/files/whole-file.ts'
import { countOf } from '../../../text/numbers.ts'

type StateContext = Context<'json' | ConnectionOption>

/** Saves the state of the running sandbox to a file, or loads it from one. */
export function runState(context: StateContext): Promise<number> {
  const [what, file = ''] = context.words
  return what === 'save' ? save(context, file) : load(context, file)
}

function save(context: StateContext, file: string): Promise<number> {
  return withSandbox(context, async (client) => {
    const state = await client.ask('GET state')
    try {
      writeWholeFile(file, `${JSON.stringify(state)}\n`)
    } catch (error) {
      throw runtimeError(`cannot write ${file} (${writeProblem(error)})`)
    }
    print(context, { saved: file }, `saved to ${printable(file)}`)
    return exitCodes.ok
  })
}

function load(context: StateContext, file: string): Promise<number> {
  const state = readState(file)
  return withSandbox(context, async (client) => {
    const { accounts } = await client.ask('PUT state', { body: state }).catch((error: unknown) => {
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

function readState(file: string): object {
  let text: string
  try {
    text = readRegularFile(file, limits.stateBytes.value).toString()
  } catch (error) {
    if (error instanceof UnreadableFile) throw usageError(`${file}: ${error.message}`)
    throw usageError(`cannot read ${file} (${codeOf(error)})`)
  }
  const parsed = parseJson(text)
  if (!parsed.ok && !parsed.isSyntax) throw usageError(`${file}: ${parsed.problem}`)
  const state = parsed.ok ? parsed.value : undefined
  if (typeof state === 'object' && state !== null && !Array.isArray(state)) return state
  throw usageError(
    `${file}: not a state of alias-sandbox; expected the JSON that "state save" writes`,
  )
}

function print({ io, options }: StateContext, value: object, text: string): void {
  io.stdout.write(options.json ? `${JSON.stringify(value)}\n` : `${text}\n`)
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown error'
}
