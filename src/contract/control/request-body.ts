import type * as v from 'valibot'
import { ActionError } from './action-error.ts'
import { check, formatIssues, toField } from '../values/validation-issue.ts'
import { parseJson } from '../values/value-limits.ts'
import { isObject } from '../../text/json-values.ts'

/** The text of a control request as an object. @throws ActionError 400 */
export function parseBody(text: string, depth?: number): Record<string, unknown> {
  const parsed = parseJson(text, depth)
  if (!parsed.ok) throw new ActionError(400, `The request body ${parsed.problem}.`)
  const { value } = parsed
  if (!isObject(value)) throw new ActionError(400, 'The request body must be a JSON object.')
  return value
}

/** The body of a route. @throws ActionError 400 with the field. */
export function readBody<Schema extends v.GenericSchema>(
  schema: Schema,
  body: object,
  depth?: number,
): v.InferOutput<Schema> {
  const checked = check(schema, body, depth)
  if (checked.ok) return checked.value
  const [first] = checked.issues
  throw new ActionError(400, formatIssues(checked.issues, 'body'), toField(first.path))
}
