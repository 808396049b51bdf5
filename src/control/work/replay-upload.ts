import { ActionError } from '../../contract/control/action-error.ts'
import type { Session } from '../../contract/session/session.ts'
import { sourceOf } from '../../history/session/records.ts'
import {
  replaySteps,
  toFirstJson,
  type SessionReplay,
} from '../../history/session/replay-session.ts'
import type { ReplaySource } from '../../history/replay/replay-host.ts'
import { toBytes } from '../../text/bytes.ts'
import { readSessionBody } from './check-session.ts'
import type { JobBody } from './job-body.ts'
import { ReplayText } from './replay-text.ts'

/** Replays the session in the body of `POST replay`. @throws ActionError 400 for what is no session. */
export function replayUpload(
  body: string,
  _options: object,
  sampleTexts: ReplaySource['sampleTexts'],
): JobBody {
  const session = readSessionBody(body)
  const text = new ReplayText()
  const replay = replayAll(session, sourceOf(session, sampleTexts), text)
  const { answers, equal, different } = replay
  const head = JSON.stringify({ answers, equal, first: toFirstJson(replay) }).slice(0, -1)
  return { bytes: toBytes([head, ',"accounts":', ...text.pieces(different), '}'].join('')) }
}

/** @throws ActionError 400 */
function replayAll(session: Session, source: ReplaySource, text: ReplayText): SessionReplay {
  try {
    const steps = replaySteps(session, source)
    for (;;) {
      const step = steps.next()
      if (step.done) return step.value
      text.addNew(step.value)
    }
  } catch (error) {
    if (error instanceof ActionError && error.status === 400) throw inSession(error)
    throw error
  }
}

/** Adds to the error that it is about the session. */
function inSession({ status, message }: ActionError): ActionError {
  return new ActionError(status, `session: ${message}`)
}
