import { limits } from '../limits.ts'
import { historyTypes } from '../history/entry-types.ts'
import { operations } from '../operations.ts'
import { outcomes } from '../outcomes.ts'
import { aliasStatuses } from '../state/state.ts'
import { fields, integer, text, word } from './parameter.ts'

/** The parameters that several routes have, or that are many. */

const mostEntries = 100_000

const timeout = text('How long to wait in real time: seconds or a duration; at most 10 minutes.', {
  default: '5s',
})

/** A text that others are searched for. */
const searched = { max: limits.searchCharacters.value }

/** Filters of the requests of an account. */
export const requestFilters = {
  operation: word(operations, 'Only requests of this operation.'),
  status: integer(100, 599, 'Only requests with this response status.'),
  outcome: word(outcomes, 'Only requests with this outcome.', { kind: 'an outcome' }),
  body: fields(
    'Only requests whose JSON body has these fields, with equal values: a JSON object, such as {"label":"shop"}.',
  ),
  header: fields('Only requests with these headers: a JSON object. Secrets are masked.'),
  query: fields(
    'Only requests whose query has these parameters: a JSON object, such as {"limit":"20"}.',
  ),
  since: text(
    'Only requests after this id (req_12), or at and after this time (ISO 8601 or epoch seconds).',
  ),
  limit: integer(1, mostEntries, 'At most this many: the last ones, or with since the next ones.'),
}

/** For how many of these calls to wait, and how long. */
export const requestWait = {
  ...requestFilters,
  count: integer(1, mostEntries, 'How many matching requests to wait for.', 1),
  timeout,
}

/** Filters of the mails of an inbox. */
export const mailFilters = {
  to: text('Only mails to this address, in lower or upper case.'),
  text: text('Only mails with this in subject, text or sender, in lower or upper case.', searched),
  after: text('Only mails after this one, by its id (mail_3), or after another action.'),
  since: text('Only mails at and after this time of the account (ISO 8601 or epoch seconds).'),
}

/** For which mail to wait, and how long. */
export const mailWait = {
  ...mailFilters,
  timeout,
}

/** Filters of the entries of a history. */
export const historyFilters = {
  after: text(
    'Only entries after this one: its order or its id; for all accounts, account and id such as default/req_12.',
  ),
  before: text('Only entries before this one, in the same form.'),
  types: text(`Only entries of these types, separated by commas: ${historyTypes.join(', ')}.`),
  limit: integer(1, mostEntries, 'At most this many: the last ones, or with after the next ones.'),
}

/** Filters of the aliases of an account. */
export const aliasFilters = {
  search: {
    ...text(
      'Only aliases with this text in id, address, label, note, source or category, in lower or upper case.',
      searched,
    ),
    canBeEmpty: true,
  },
  status: word(aliasStatuses, 'Only aliases with this status.'),
  order: word(['id', 'newest', 'oldest'], 'By id, or by their creation.', { default: 'id' }),
  limit: integer(1, limits.aliases.value, 'At most this many. Default: all.'),
  skip: integer(0, 999_999_999, 'How many to leave out first.'),
}
