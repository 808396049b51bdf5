import { ControlClient } from '../../client/client.ts'
import { ActionError } from '../../contract/control/action-error.ts'
import { defaults } from '../../contract/defaults.ts'
import { workInline } from '../../control/work/work.ts'
import { readActions, readOpenapi } from '../../node/files/documents.ts'
import { sampleTexts } from '../../node/files/sample-texts.ts'
import { version } from '../../node/files/version.ts'
import { warnOf } from '../../node/start.ts'
import { InProcess } from '../../service/in-process.ts'
import { assembleSession, endOf } from '../../service/session-service.ts'
import { answer } from '../../web/answer.ts'
import { usageError } from '../output/failure.ts'
import { readSessionFile } from './session-file.ts'

/** Replays a session in this process; returns a client for the control API of its sandbox. @throws Failure */
export function openSession(file: string): ControlClient {
  const session = readSessionFile(file)
  const now = endOf(session)
  try {
    const { service } = assembleSession(session, {
      // No time passes: the session is looked at as it ended.
      clock: { now: () => now, after: () => () => {} },
      nextTurn: setImmediate,
      soon: setImmediate,
      sampleTexts,
      version,
      work: workInline(async () => (await import('../../node/work/jobs.ts')).jobs),
      documents: { actions: readActions, openapi: readOpenapi },
      process: { pid: null, started: () => null, smtpUrl: () => undefined },
      onCrash: warnOf,
    })
    const sandbox = new InProcess(service, setImmediate)
    return new ControlClient({
      url: defaults.url,
      fetch: (url, init) => answer(sandbox, new Request(url, init)),
    })
  } catch (error) {
    if (!(error instanceof ActionError)) throw error
    throw usageError(`${file}: ${error.message}`)
  }
}
