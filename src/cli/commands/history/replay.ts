import { limits } from '../../../contract/limits.ts'
import { ActionError } from '../../../contract/control/action-error.ts'
import type { HistoryFile } from '../../../contract/history/file.ts'
import { replayFile } from '../../../history/file/replay-file.ts'
import { sampleTexts } from '../../../node/files/sample-texts.ts'
import type { Context } from '../../args/context.ts'
import { exitCodes, usageError, Failure } from '../../output/failure.ts'
import { choosePaint } from '../../output/paint.ts'
import { toReplayJson, toReplayText } from './replay-text.ts'
import { HistoryFileError, readHistoryFile } from '../../../history/file/read.ts'
import { readRegularFile, UnreadableFile } from '../../../node/files/regular-file.ts'

/** Replays a history file in this process, and compares each answer with the recorded one. */
export function runReplay({ io, env, options, words }: Context<'json'>): number {
  const path = words[0] ?? ''
  const file = loadHistoryFile(path)
  const replay = attempt(path, () => replayFile(file, sampleTexts))
  const text = options.json ? JSON.stringify(toReplayJson(replay)) : undefined
  io.stdout.write(`${text ?? toReplayText(replay, choosePaint(io, env))}\n`)
  // A file without a call proves nothing.
  const isProved = replay.answers > 0 && replay.first === undefined
  return isProved ? exitCodes.ok : exitCodes.runtime
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
    bytes = readRegularFile(path, limits.stateBytes.value)
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
