import { ActionError } from '../../contract/control/action-error.ts'
import { parseBody } from '../../contract/control/request-body.ts'
import { checkSession, checkWholeSession } from '../../contract/session/check-session.ts'
import { sessionDepth, type Session } from '../../contract/session/session.ts'
import { formatIssue, toField } from '../../contract/values/validation-issue.ts'
import { toBytes } from '../../text/bytes.ts'
import type { JobBody } from './job-body.ts'

/** Checks the body of `PUT session`, and returns it as it is. @throws ActionError 400 with the field. */
export function checkSessionBody(body: string, _options: object): JobBody {
  readSessionBody(body, checkWholeSession)
  return { bytes: toBytes(body) }
}

/** The session that is a body. @throws ActionError 400 with the field. */
export function readSessionBody(body: string, checkAs = checkSession): Session {
  const checked = checkAs(parseBody(body, sessionDepth))
  if (checked.ok) return checked.value
  const [first] = checked.issues
  throw new ActionError(400, formatIssue(first, 'session'), toField(first.path) || undefined)
}
