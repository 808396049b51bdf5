import { ControlClient } from '../../client/client.ts'
import { ActionError } from '../../contract/control/action-error.ts'
import { defaults } from '../../contract/defaults.ts'
import { inboxHandlers } from '../../control/routes/inbox.ts'
import { requestHandlers } from '../../control/routes/requests.ts'
import { Inboxes } from '../../core/inbox/inboxes.ts'
import { sampleTexts } from '../../node/files/sample-texts.ts'
import { version } from '../../node/files/version.ts'
import { openHistory } from '../../page/service/open-history.ts'
import { PageControl } from '../../page/service/page-control.ts'
import { usageError } from '../output/failure.ts'
import { readSessionFile } from './session-file.ts'

/** Replays a session in this process; returns a client for the control API of its sandbox. @throws Failure */
export function openSession(file: string): ControlClient {
  const session = readSessionFile(file)
  try {
    const { sandbox } = openHistory(session, sampleTexts)
    const inboxes = new Inboxes(sandbox.histories)
    const handlers = {
      'GET inbox': inboxHandlers['GET inbox'],
      'GET requests': requestHandlers['GET requests'],
    }
    const more = { handlers, inboxes }
    const { fetch } = new PageControl(sandbox, { sampleTexts, version, more })
    return new ControlClient({ url: defaults.url, fetch })
  } catch (error) {
    if (!(error instanceof ActionError)) throw error
    throw usageError(`${file}: ${error.message}`)
  }
}
