import type * as v from 'valibot'
import { ActionError } from '../../../contract/action-error.ts'
import { check, formatIssues, toField } from '../../../contract/validation-issue.ts'

/** The body of a route. @throws ActionError 400 with the field. */
export function readBody<Schema extends v.GenericSchema>(
  schema: Schema,
  body: object,
): v.InferOutput<Schema> {
  const checked = check(schema, body)
  if (checked.ok) return checked.value
  const [first] = checked.issues
  throw new ActionError(400, formatIssues(checked.issues, 'body'), toField(first.path))
}
