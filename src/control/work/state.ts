import { ActionError } from '../../contract/control/action-error.ts'
import { parseBody } from '../../contract/control/request-body.ts'
import { checkState } from '../../contract/state/check-state.ts'
import { toBytes } from '../../text/bytes.ts'
import type { Made } from './made.ts'
import { formatIssue, toField } from '../../contract/values/validation-issue.ts'

/** Checks the body of `PUT state`, and returns it as it is. @throws ActionError 400 with the field. */
export function checkStateBody(body: string, _options: object): Made {
  const checked = checkState(parseBody(body))
  if (checked.ok) return { bytes: toBytes(body) }
  const [first] = checked.issues
  throw new ActionError(400, formatIssue(first, 'state'), toField(first.path))
}
