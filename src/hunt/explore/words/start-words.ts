import type { NamedScenario } from '../../../contract/scenario/scenario.ts'
import { aliasesOf } from '../../../text/numbers.ts'

/** How an account starts, for the scenarios that a sentence says better than their names. */
const scenarios: Record<string, string> = {
  plus: 'The account is on Plus.',
  pro: 'The account is on Pro.',
  trial: 'The account is in its trial of Plus.',
  free: 'The account is on Free, so it may not use the API.',
  past_due: 'The account is on Plus, and a payment has failed.',
  canceled: 'The account was on Plus and is canceled.',
  key_revoked: 'The account is on Plus, and its key is revoked.',
  key_rotated: 'The account is on Plus, and the client has its old key.',
  burst_minus_one: 'The account is on Plus, and 59 of the 60 requests of this minute are used.',
  daily_cap_minus_one: 'The account is on Plus, and 49 of the 50 creations of this day are used.',
  suspended_mix: 'The account is on Plus, and two of its four aliases are suspended.',
}

const choices: Record<string, (value: unknown) => string> = {
  pages: (value) =>
    value === 'short' ? 'Pages may be short although more follow.' : 'The last page may be empty.',
  page_size: (value) => `A page has ${String(value)} aliases if the client asks for no number.`,
  list_order: (value) =>
    value === 'newest_first'
      ? 'The list starts with the newest alias.'
      : 'The list starts with the oldest alias.',
  cursor: (value) => `A cursor is ${value === 'json' ? 'JSON' : 'the id of an alias'}.`,
  extra_fields: () => 'Answers have a field that the document does not name.',
  message_text: () => 'The texts of errors differ from answer to answer.',
  key_error_shape: () => 'A 401 has a code, as a 403 does.',
}

/** How the account starts, in one line. */
export function startWords({ name, scenario }: NamedScenario): string {
  const { populate, choices: chosen = {} } = scenario
  const count = typeof populate === 'object' ? populate.count : populate
  return [
    scenarios[name] ?? `The account starts in the scenario ${name}.`,
    ...(count === undefined ? [] : [`It has ${aliasesOf(count)}.`]),
    ...Object.entries(chosen).map(
      ([id, value]) => choices[id]?.(value) ?? `The choice ${id} is ${String(value)}.`,
    ),
  ].join(' ')
}
