import { ActionError } from '../../contract/control/action-error.ts'
import { replaySession, toFirstJson } from '../../history/session/replay-session.ts'
import { sampleTexts } from '../../node/files/sample-texts.ts'
import type { Context } from '../args/context.ts'
import { exitCodes, usageError } from '../output/failure.ts'
import { choosePaint } from '../output/paint.ts'
import { tell } from '../output/tell.ts'
import { readSessionFile } from '../sandbox/session-file.ts'
import { toReplayText } from './replay-text.ts'

/** Replays a session in this process, and compares each answer with the recorded one. */
export function runReplay({ io, env, options, words }: Context<'json'>): number {
  const path = words[0] ?? ''
  const session = readSessionFile(path)
  const replay = attempt(path, () => replaySession(session, sampleTexts))
  const { answers, equal } = replay
  const text = toReplayText(replay, choosePaint(io, env))
  tell({ io, options }, { answers, equal, first: toFirstJson(replay) ?? undefined }, text)
  // A file without a request proves nothing.
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
