import { withBareStatus, withHalf, withJson, withStatus } from '../change.ts'
import { always, type LieRows } from '../lie.ts'

const LIST = { outcomes: ['listed'], worth: 2 } as const
const CREATE = { outcomes: ['created'], worth: 2, doubt: 'recovered' } as const
const NOT_SHOWN = 'Users see a crash, or an empty list in place of their aliases.'
const UNKNOWN_ALIAS =
  'The alias exists, but the user never sees its address, and creates another one.'

/** Successes whose status or body is not the documented one. */
export const bodyLies: LieRows = {
  list_as_500: {
    ...LIST,
    does: 'answers 500 in place of 200, with the page as the body',
    harm: NOT_SHOWN,
    test: 'list, and expect the aliases that the account has.',
    begin: always(withBareStatus(500)),
  },
  list_half_body: {
    ...LIST,
    does: 'answers 200 with the first half of the body',
    harm: NOT_SHOWN,
    test: 'list, and expect the aliases that the account has.',
    begin: always(withHalf),
  },
  list_wrapped: {
    ...LIST,
    does: 'wraps the page in {status, data}',
    harm: 'Users see an empty list in place of their aliases, or a crash.',
    test: 'list, and expect the aliases that the account has.',
    begin: always(withJson((data) => ({ status: 'success', data }))),
  },
  list_empty: {
    ...LIST,
    does: 'answers each list as if the account had no aliases',
    harm: 'Users believe that all their aliases are gone, and a clean-up takes them for unused.',
    test: 'list an account that has aliases, and expect them.',
    worth: 1,
    begin: always(
      withJson(({ aliases }) =>
        (aliases as unknown[]).length === 0
          ? undefined
          : { aliases: [], next_cursor: null, has_more: false },
      ),
    ),
  },
  create_as_500: {
    ...CREATE,
    does: 'creates the alias, but answers 500',
    harm: 'A client that tries again creates an alias twice, and counts twice toward the daily cap.',
    test: 'create an alias, expect its address, and expect one alias in the account.',
    worth: 1,
    begin: always(withBareStatus(500)),
  },
  create_as_201: {
    ...CREATE,
    does: 'answers 201 in place of 200',
    harm: 'A client that expects exactly 200 takes a creation for a failure.',
    test: 'create an alias, and expect its address.',
    worth: 3,
    doubt: 'any_success',
    begin: always(withStatus(201)),
  },
  create_half_body: {
    ...CREATE,
    does: 'answers 200 with the first half of the body',
    harm: UNKNOWN_ALIAS,
    test: 'create an alias, and expect its address.',
    begin: always(withHalf),
  },
  create_wrapped: {
    ...CREATE,
    does: 'wraps the alias in {status, data}',
    harm: UNKNOWN_ALIAS,
    test: 'create an alias, and expect its address.',
    begin: always(withJson((data) => ({ status: 'success', data }))),
  },
  create_bare: {
    ...CREATE,
    does: 'answers with the alias itself, without the key alias',
    harm: UNKNOWN_ALIAS,
    test: 'create an alias, and expect its address.',
    begin: always(withJson(({ alias }) => alias)),
  },
}
