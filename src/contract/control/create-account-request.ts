import * as v from 'valibot'
import { strictObject, pattern, string } from '../values/fields.ts'
import { NAME, NAME_FORMAT, scenarioEntries, type Scenario } from '../scenario/scenario.ts'
import { scenarioDepth } from '../values/value-limits.ts'
import { readBody } from './request-body.ts'

/** Keys that a user can choose. */
export const API_KEY = /^sandbox_[A-Za-z0-9_-]{1,100}$/
/** Never shows the rejected value, which could be a key of the real service. */
export const INVALID_API_KEY =
  'must be sandbox_ and 1 to 100 characters from A-Z, a-z, 0-9, dash and underscore, such as sandbox_mine'
export const apiKeyField = v.pipe(v.string(INVALID_API_KEY), v.regex(API_KEY, INVALID_API_KEY))

/** The properties of a new account; all are optional. */
export type CreateAccountRequest = {
  name?: string
  apiKey?: string
  scenario?: string
  overrides?: Scenario
}

/** The body of POST accounts. */
export const createAccountRequest = strictObject({
  name: v.optional(pattern(NAME, NAME_FORMAT)),
  api_key: v.optional(apiKeyField),
  scenario: v.optional(string(200)),
  ...scenarioEntries,
})

/** Reads the body of POST accounts. @throws ActionError 400 with the field. */
export function readCreateAccountRequest(body: Record<string, unknown>): CreateAccountRequest {
  const { name, api_key, scenario, ...overrides } = readBody(
    createAccountRequest,
    body,
    scenarioDepth,
  )
  return {
    ...(name !== undefined && { name }),
    ...(api_key !== undefined && { apiKey: api_key }),
    ...(scenario !== undefined && { scenario }),
    overrides: overrides as Scenario,
  }
}
