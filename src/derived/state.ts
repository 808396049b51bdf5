import { ActionError } from '../contract/control/action-error.ts'
import { migrate, steps } from '../contract/state/migrations.ts'
import { parseBody } from '../contract/control/request-body.ts'
import { sandboxState } from '../contract/state/state.ts'
import { toBytes, type Made } from './messages.ts'
import { check, formatIssue, toField } from '../contract/values/validation-issue.ts'

/**
 * Checks the body of `PUT state`, in the current version of the state or an earlier one; returns it in the
 * current one. @throws ActionError 400 with the field.
 */
export function checkState(body: string, _options: object): Made {
  const value = parseBody(body)
  const migrated = migrate(value, steps).value
  const checked = check(sandboxState, migrated)
  if (checked.ok)
    return { bytes: toBytes(migrated === value ? body : JSON.stringify(checked.value)) }
  const [first] = checked.issues
  throw new ActionError(400, formatIssue(first, 'state'), toField(first.path))
}
