import { ActionError } from '../../../contract/control/action-error.ts'
import type { HistoryFile } from '../../../contract/history/file.ts'
import { replayFile, type Until } from '../../../history/file/replay-file.ts'
import { sampleTexts } from '../../../scenario/sample-texts.ts'
import type { Context } from '../../args/context.ts'
import { readEntryId } from '../../args/entry-id.ts'
import { exitCodes, usageError, Failure } from '../../output/failure.ts'
import { choosePaint } from '../../output/paint.ts'
import { toReplayJson, toReplayText } from './replay-text.ts'
import { inputBounds } from '../../../contract/values/bounds.ts'
import { HistoryFileError, readHistoryFile } from '../../../history/file/read.ts'
import { readRegularFile, UnreadableFile } from '../../../regular-file.ts'

export type ReplayContext = Context<'until' | 'serve' | 'port' | 'json' | 'quiet'>

/** Replays a history file in this process, and compares each answer with the recorded one. */
export async function runReplay(context: ReplayContext): Promise<number> {
  const { io, env, options, words } = context
  const path = words[0] ?? ''
  if (context.sourceOf('port') === 'flag' && !options.serve) {
    throw usageError('replay: --port can be used only with --serve')
  }
  const file = loadHistoryFile(path)
  const until = options.until === undefined ? undefined : findUntil(file, options.until, path)
  const replay = attempt(path, () =>
    replayFile(file, sampleTexts, { until, keeps: () => options.serve }),
  )
  // With --serve, standard output belongs to the sandbox.
  const out = options.serve ? io.stderr : io.stdout
  const text = options.json ? JSON.stringify(toReplayJson(replay)) : undefined
  out.write(`${text ?? toReplayText(replay, choosePaint(io, env))}\n`)
  if (options.serve) {
    const { serveReplay } = await import('./serve-replay.ts')
    return serveReplay(context, file, replay.accounts)
  }
  // A file without a call proves nothing.
  const isProved = replay.answers > 0 && replay.first === undefined
  return isProved ? exitCodes.ok : exitCodes.runtime
}

/** The entry of --until; the account may be left out if there is only one, or for `default`. */
function findUntil(file: HistoryFile, text: string, path: string): Until {
  const { account: named, id } = readEntryId(text, '--until')
  const [first, ...others] = file.accounts
  const name = named ?? (others.length === 0 ? first?.name : undefined) ?? 'default'
  const account = file.accounts.find((each) => each.name === name)
  const item = account?.history.find((each) => each.id === id)
  if (item) return { account: name, item }
  throw usageError(`--until: ${path} has no entry ${name}/${id}`)
}

function attempt<Result>(path: string, run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    if (error instanceof ActionError) throw usageError(`${path}: ${error.message}`)
    throw error
  }
}

/** Loads a history file. @throws Failure with a line for each problem. */
function loadHistoryFile(path: string): HistoryFile {
  const text = readText(path)
  try {
    return readHistoryFile(text, path)
  } catch (error) {
    if (!(error instanceof HistoryFileError)) throw error
    throw new Failure(exitCodes.usage, error.lines)
  }
}

function readText(path: string): string {
  let bytes: Buffer
  try {
    bytes = readRegularFile(path, inputBounds.historyFileBytes.max)
  } catch (error) {
    if (error instanceof UnreadableFile) throw usageError(`${path}: ${error.message}`)
    const { code = 'unknown error' } = error as NodeJS.ErrnoException
    throw usageError(`cannot read ${path} (${code})`)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw usageError(`${path}: is not UTF-8 text`)
  }
}
