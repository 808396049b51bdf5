import * as v from 'valibot'
import { check, toField, formatIssue } from './validation-issue.ts'
import { strictObject, pattern, string } from './fields.ts'
import { NAME, scenarioEntries, type Scenario } from './scenario.ts'
import { scenarioLimits } from './value-limits.ts'
import { ActionError } from './action-error.ts'

/** The form of a key that can be given: the prefix of the sandbox, then letters, digits, dash, underscore. */
export const API_KEY = /^sandbox_[A-Za-z0-9_-]{1,100}$/
/** Said of what is none. It is not repeated: what does not look like a sandbox's key may be a real one. */
export const NO_API_KEY =
  'a key is sandbox_ and 1 to 100 of A-Z, a-z, 0-9, dash and underscore, such as sandbox_mine'
export const apiKeyField = v.pipe(v.string(NO_API_KEY), v.regex(API_KEY, NO_API_KEY))

/** What a new account should be; everything may be left out. */
export type CreateAccountRequest = {
  name?: string
  apiKey?: string
  scenario?: string
  overrides?: Scenario
}

/** The body of POST accounts. */
export const createAccountRequest = strictObject({
  name: v.optional(pattern(NAME, 'a name of 1 to 100 of A-Z, a-z, 0-9, dash and underscore')),
  api_key: v.optional(apiKeyField),
  scenario: v.optional(string(200)),
  ...scenarioEntries,
})

/** Reads the body of POST accounts. @throws ActionError 400 naming the field. */
export function readCreateAccountRequest(body: Record<string, unknown>): CreateAccountRequest {
  const checked = check(createAccountRequest, body, scenarioLimits)
  if (!checked.ok) {
    const [first] = checked.issues
    throw new ActionError(400, checked.issues.map(formatIssue).join('; '), toField(first.path))
  }
  const { name, api_key, scenario, ...overrides } = checked.value
  return {
    ...(name !== undefined && { name }),
    ...(api_key !== undefined && { apiKey: api_key }),
    ...(scenario !== undefined && { scenario }),
    overrides: overrides as Scenario,
  }
}
