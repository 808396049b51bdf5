import { documentedErrors, errors } from '../../../contract/errors.ts'
import { withBareStatus, withHtml, withJson, withNothing, withStatus, without } from '../change.ts'
import { always, type LieRow, type LieRows } from '../lie.ts'
import { testOf, type Refusal } from '../refusals.ts'

/** Refusals with the body {message}. */
const messageErrors = documentedErrors.filter((name) => !('code' in errors[name]))

type StatusRow = readonly [outcome: Refusal, to: number, harm: string, doubt?: LieRow['doubt']]

const BLAMED = 'Users are told to check their request, although the service is at fault.'
const AGAIN = 'The client repeats a request that can never work, and uses up its limits.'

/** Refusals under another status. Those of the service's trouble carry no Retry-After. */
const statusRows: readonly StatusRow[] = [
  ['invalid_key', 403, 'Users are sent to the billing page although their key is wrong.'],
  ['invalid_key', 500, AGAIN],
  ['plan_required', 401, 'Users make a new key again and again; what they need is a plan.'],
  ['plan_past_due', 401, 'Users make a new key again and again; what is open is a bill.'],
  ['plan_canceled', 401, 'Users make a new key again and again; their plan has ended.'],
  ['outage', 500, 'Users get an error for trouble that is over in seconds.', 'same_reaction'],
  ['outage', 502, 'Users get an error for trouble that is over in seconds.', 'same_reaction'],
  ['burst', 503, 'The client reports an outage that does not exist.', 'same_reaction'],
  ['burst', 403, 'Users are told that their plan is at fault, where a minute is enough.'],
  ['daily_cap', 403, 'Users are told that their plan is at fault; it works again tomorrow.'],
  ['daily_cap', 500, AGAIN],
  ['collision', 500, 'Users get an error where one more try is enough.', 'same_reaction'],
  ['collision', 400, BLAMED],
  ['bad_request', 500, AGAIN],
  ['bad_request', 429, AGAIN],
]

const statusLies = statusRows.map(([outcome, to, harm, doubt]): LieRows => ({
  [`${outcome}_as_${to}`]: {
    outcomes: [outcome],
    does: `answers ${to} in place of ${errors[outcome].status}`,
    harm,
    test: `${testOf(outcome)}.`,
    worth: 2,
    ...(doubt && { doubt }),
    begin: always(outcome === 'burst' ? withStatus(to) : withBareStatus(to)),
  },
}))

const plans = [
  { outcome: 'plan_required', other: 'plan_canceled', need: 'a paid plan' },
  { outcome: 'plan_past_due', other: 'plan_required', need: 'the open invoice' },
  { outcome: 'plan_canceled', other: 'plan_past_due', need: 'a new subscription' },
] as const

/** The codes by which a client tells refusals of plans apart. */
const codeLies = plans.map(({ outcome, other, need }): LieRows => {
  const row = {
    outcomes: [outcome],
    test: `${testOf(outcome)}: what helps is ${need}.`,
    worth: 2,
  } as const
  return {
    [`${outcome}_code_swapped`]: {
      ...row,
      does: `answers with the code ${other}`,
      harm: `Users are told to do something else than what helps, which is ${need}.`,
      worth: 1,
      begin: always(withJson((body) => ({ ...body, code: other }))),
    },
    [`${outcome}_code_unknown`]: {
      ...row,
      does: 'answers with a code that the document does not have',
      harm: `Users see an error without a way out; what helps is ${need}.`,
      begin: always(withJson((body) => ({ ...body, code: 'account_restricted' }))),
    },
    [`${outcome}_code_missing`]: {
      ...row,
      does: 'answers {message} in place of {code, description}',
      harm: `Users see the word undefined in place of what helps, which is ${need}.`,
      begin: always(withJson(({ description }) => ({ message: description }))),
    },
    [`${outcome}_description_missing`]: {
      ...row,
      does: 'answers 403 without a description',
      harm: 'Users see the word undefined, or nothing, in place of the reason.',
      test: `${testOf(outcome)}, in words and not as undefined.`,
      begin: always(withJson((body) => without(body, 'description'))),
    },
    [`${outcome}_html`]: {
      ...row,
      does: 'answers 403 with an HTML page',
      harm: `A client that parses the page crashes, and users do not learn that they need ${need}.`,
      begin: always(withHtml),
    },
  }
})

/** Nothing says what a malformed call would get if it were served; one on Free would meet a daily cap of 0. */
const notEnforced = [
  ['invalid_key', 'A key that was revoked after a leak goes on working, and nobody notices.'],
  ['plan_past_due', 'Nothing tells users that a bill is open, until the service acts on it.'],
  ['plan_canceled', 'Nothing tells users that their plan has ended, until their aliases are gone.'],
  ['burst', 'Nothing shows that the client cannot slow down, until real users need it to.'],
  [
    'daily_cap',
    'Nothing shows what the client does at the cap, until a user has created 50 aliases.',
  ],
] as const

/** Refusals that do not come: a test that expects one has to fail. */
const absentRefusals = notEnforced.map(([outcome, harm]): LieRows => ({
  [`${outcome}_not_enforced`]: {
    outcomes: [outcome],
    does: 'serves the request that it should refuse',
    harm,
    test: `${testOf(outcome)}, and that it meets the refusal at all.`,
    worth: 2,
    spares: true,
    begin: () => ({}),
  },
}))

/** Bodies that no JSON parser reads. */
const bodyLies: LieRows = {
  invalid_key_code: {
    outcomes: ['invalid_key'],
    does: 'answers 401 with {code, description} in place of {message}',
    harm: 'Users see the word undefined in place of the reason, or are sent to the billing page.',
    test: `${testOf('invalid_key')}, in words and not as undefined.`,
    worth: 2,
    doubt: 'status_only',
    begin: always(withJson(({ message }) => ({ code: 'invalid_key', description: message }))),
  },
  error_html: {
    outcomes: messageErrors,
    does: 'answers errors with an HTML page',
    harm: 'A client that parses the body first crashes: users see a parser error, and nothing is tried again.',
    test: 'in each scenario of a refusal, expect the error that the client has for its status, and not that of a parser.',
    worth: 2,
    doubt: 'status_only',
    begin: always(withHtml),
  },
  error_no_body: {
    outcomes: messageErrors,
    does: 'answers errors without a body',
    harm: 'A client that parses the body first crashes: users see a parser error, and nothing is tried again.',
    test: 'in each scenario of a refusal, expect the error that the client has for its status, and not that of a parser.',
    worth: 2,
    doubt: 'status_only',
    begin: always(withNothing),
  },
}

export const refusalLies: LieRows = Object.assign(
  {},
  ...statusLies,
  ...codeLies,
  ...absentRefusals,
  bodyLies,
)
