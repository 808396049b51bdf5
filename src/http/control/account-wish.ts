import * as v from 'valibot'
import { check, toField, toSentence } from '../../contract/complaint.ts'
import { closed, pattern, text } from '../../contract/fields.ts'
import { NAME, scenarioEntries, type Scenario } from '../../contract/scenario.ts'
import { scenarioLimits } from '../../contract/value-limits.ts'
import { ActionRefused } from '../../core/account/refused.ts'
import type { AccountWish } from '../../core/account-request.ts'

/** The form of a key that can be given: the prefix of the sandbox, then letters, digits, dash, underscore. */
export const API_KEY = /^sandbox_[A-Za-z0-9_-]{1,100}$/
/** Said of what is none. It is not repeated: what does not look like a sandbox's key may be a real one. */
export const NO_API_KEY =
  'a key is sandbox_ and 1 to 100 of A-Z, a-z, 0-9, dash and underscore, such as sandbox_mine'
export const apiKeyField = v.pipe(v.string(NO_API_KEY), v.regex(API_KEY, NO_API_KEY))

/** The body of POST accounts. */
export const accountWish = closed({
  name: v.optional(pattern(NAME, 'a name of 1 to 100 of A-Z, a-z, 0-9, dash and underscore')),
  api_key: v.optional(apiKeyField),
  scenario: v.optional(text(200)),
  ...scenarioEntries,
})

/** Reads the body of POST accounts. @throws ActionRefused 400 naming the field. */
export function readAccountWish(body: Record<string, unknown>): AccountWish {
  const checked = check(accountWish, body, scenarioLimits)
  if (!checked.ok) {
    const [first] = checked.complaints
    throw new ActionRefused(400, checked.complaints.map(toSentence).join('; '), toField(first.path))
  }
  const { name, api_key, scenario, ...overrides } = checked.value
  return {
    ...(name !== undefined && { name }),
    ...(api_key !== undefined && { apiKey: api_key }),
    ...(scenario !== undefined && { scenario }),
    overrides: overrides as Scenario,
  }
}
