import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { lines, historiesIn, worker, type ScriptedClient } from './scripted-client.ts'

/** 403: it stays until somebody does something. */

const unpaid: Scenario = { account: { billing: 'past_due' } }

const forbidden: ScriptedClient[] = historiesIn(unpaid, [
  ['403: stops', '403=pass', 'It tells its user.', '0 A POST'],
  ['403: asks four times', '403=pass', 'Four is no loop yet.', lines(4, (n) => `${n} A GET`)],
  [
    '403: five calls in parallel',
    '403=pass',
    'Sent before the first answer.',
    lines(5, (n) => `${n * 0.003} ${worker(n)} GET | takes 0.02, opens 0.02`),
  ],
  [
    '403: five calls in parallel, slow answers',
    '403=pass',
    'Sent before the first answer.',
    lines(5, (n) => `${n * 0.1} ${worker(n)} GET | takes 1`),
  ],
  [
    '403: looks once an hour',
    '403=pass',
    'Looking whether the invoice was paid is no loop.',
    lines(4, (n) => `${n * 3600} A GET`),
  ],
  [
    '403: looks a little more than every minute',
    '403=pass',
    'Slow enough to be a look.',
    lines(6, (n) => `${n * 61} A GET`),
  ],
  [
    '403: looks every minute',
    '403=fail',
    'Every minute, without an end.',
    lines(5, (n) => `${n * 60} A GET`),
  ],
  [
    '403: nightly job',
    '403=pass',
    'A day passed each time.',
    lines(6, (n) => `${n} A GET\n${n + 0.5} tester advance_clock {"by":"1d"}`),
  ],
  [
    '403: card updated in between',
    '403=pass',
    'Something was done, though it did not help.',
    `${lines(4, (n) => `${n * 0.4} A GET`)}\n2 tester update_card\n${lines(4, (n) => `${n + 3} A GET`)}`,
  ],
  [
    '403: invoice settled',
    '403=pass',
    'Paid, and it works.',
    '0 A GET\n1 tester settle_invoice\n2 A GET\n3 A GET',
  ],
  [
    '403: other scenarios',
    '403=pass',
    'Each scenario is asked once.',
    lines(
      3,
      (n) =>
        `${n} A GET\n${n + 0.5} tester load_scenario {"scenario":"${['canceled', 'free', 'past_due'][n]}"}`,
    ),
  ],
  [
    '403: plans set in turn',
    '403=pass',
    'A new state each time.',
    `0 A GET\n1 tester set_account {"billing":"canceled"}\n2 A GET\n3 tester set_account {"billing":"past_due"}\n4 A GET`,
  ],
  [
    '403: undone in between',
    '403=pass',
    'The account is at an earlier time.',
    '0 tester set_usage {"daily":1}\n1 A GET\n2 A GET\n3 tester undo act_1\n4 A GET\n5 A GET',
  ],
  [
    '403: only something else was undone',
    '403=fail',
    'The account was past due before that action too.',
    `0 A GET\n1 A GET\n2 tester set_usage {"daily":1}\n3 tester undo act_1\n${lines(3, (n) => `${n + 4} A GET`)}`,
  ],
  [
    '403: settled, and that undone',
    '403=fail',
    'The invoice was open at every call.',
    `0 A GET\n1 A GET\n2 tester settle_invoice\n3 tester undo act_1\n${lines(3, (n) => `${n + 4} A GET`)}`,
  ],
  [
    '403: settled, undone and done again',
    '403=pass',
    'Undoing the undoing settles the invoice.',
    '0 A GET\n1 A GET\n2 tester settle_invoice\n3 tester undo act_1\n4 tester undo undo_1\n5 A GET',
  ],
  [
    '403: set to past due again',
    '403=fail',
    'The account was past due already.',
    `0 A GET\n1 A GET\n2 tester set_account {"billing":"past_due"}\n${lines(3, (n) => `${n + 3} A GET`)}`,
  ],
  [
    '403: a refused action in between',
    '403=fail',
    'Nothing was done.',
    `0 A GET\n1 A GET\n2 tester start_trial {"plan":"plus"}\n${lines(3, (n) => `${n + 3} A GET`)}`,
  ],
  [
    '403: an action on mail in between',
    '403=fail',
    'It has nothing to do with the plan.',
    `0 A GET\n1 A GET\n2 tester create_alias {"label":"x"}\n${lines(3, (n) => `${n + 3} A GET`)}`,
  ],
  [
    '403: retries four times',
    '403=fail',
    'Nothing changes by asking again.',
    lines(5, (n) => `${n * 0.1} A POST`),
  ],
  [
    '403: exponential back-off',
    '403=fail',
    'Patience does not pay an invoice.',
    '0 A POST\n1 A POST\n3 A POST\n7 A POST\n15 A POST',
  ],
  [
    '403: a queue of ten',
    '403=fail',
    'Every job is refused for the same reason.',
    lines(10, (n) => `${n * 0.02} A POST {"label":"job ${n}"}`),
  ],
  [
    '403: operations in turn',
    '403=fail',
    'GET and POST are refused alike.',
    '0 A GET\n0.5 A POST\n1 A GET\n1.5 A POST\n2 A GET',
  ],
  [
    '403: pages of other sizes',
    '403=fail',
    'Another limit is no other question.',
    lines(5, (n) => `${n} A GET ?limit=${n + 1}`),
  ],
  [
    '403: an expiry that moves',
    '403=fail seconds=pass',
    'The same creation, computed again.',
    lines(5, (n) => `${n} A POST {"label":"a","expires_at":{now+600}}`),
  ],
  [
    '403: a dashboard that refreshes',
    '403=fail',
    'Every ten seconds, without an end.',
    lines(6, (n) => `${n * 10} A GET`),
  ],
  [
    '403: an unknown key in between',
    '403=fail 401=pass',
    'Another key’s answer says nothing about this one.',
    `0 A GET\n1 A GET\n1.5 A GET | key sandbox_other\n${lines(3, (n) => `${n + 2} A GET`)}`,
  ],
  [
    '403: left before the answers',
    '403=not_exercised',
    'None was read.',
    lines(3, (n) => `${n * 3} A GET | takes 2, leaves 1`),
  ],
])

const answered: ScriptedClient[] = historiesIn(
  { ...unpaid, faults: [{ kind: 'answer', status: 200, json: {}, skip: 2 }] },
  [
    [
      '403: an answer of the tester in between',
      '403=pass',
      'Its client cannot tell it from another.',
      lines(6, (n) => `${n * 3} A GET`),
    ],
    [
      '403: an answer of the tester in between, left before it came',
      '403=fail',
      'It was not read.',
      lines(6, (n) => `${n * 3} A GET | takes 2${n === 2 ? ', leaves 1' : ''}`),
    ],
  ],
)

const scripts: ScriptedClient[] = historiesIn(
  unpaid,
  [
    [
      '403: two scripts in parallel, then one that goes on',
      '403=fail',
      'Each later connection was opened after the answers, and after the others were closed.',
      `0 A GET\n0.001 B GET | opens 0.002\n${lines(15, (n) => `${0.03 + n * 0.02} A GET`)}`,
    ],
  ],
  { isWithoutKeepAlive: true },
)

const becomesUnpaid: ScriptedClient[] = historiesIn({}, [
  [
    '403: five workers stop, each when it was told',
    '403=advice',
    'Each worker asked once after the payment failed.',
    `${lines(5, (n) => `${n * 0.1} ${worker(n)} GET | opens ${n * 0.1 + 0.1}`)}\n1 tester fail_payment\n${lines(5, (n) => `${1.3 + n * 0.4} ${worker(n)} GET`)}`,
  ],
  [
    '403: five workers that never overlapped stop',
    '403=advice',
    'Each has its own connection since before the payment failed, and asked once.',
    `${lines(5, (n) => `${n * 0.2} ${worker(n)} GET`)}\n1 tester fail_payment\n${lines(5, (n) => `${1.3 + n * 0.4} ${worker(n)} GET`)}`,
  ],
  [
    '403: back on the first of two connections',
    '403=advice',
    'Two workers may have been told less than five times.',
    '0 tester fail_payment\n0.1 A GET\n0.5 B GET\n1 A GET\n1.5 B GET\n2 A GET',
  ],
  [
    '403: five processes, each once',
    '403=advice',
    'None of them comes back.',
    `0 tester fail_payment\n${lines(5, (n) => `${n * 0.4 + 0.1} ${worker(n)} GET`)}`,
  ],
  [
    '403: one client on two connections in turn',
    '403=fail',
    'It does not read its answers to the end, so it takes the other connection each time.',
    `0 A GET\n0.01 B GET\n0.5 tester fail_payment\n${lines(10, (n) => `${1 + n * 0.02} ${worker(n % 2)} GET`)}`,
  ],
  [
    '403: a trial that ends',
    '403=pass',
    'What is refused is another state.',
    '0 A GET\n1 tester set_account {"billing":"canceled"}\n2 A GET\n3 A GET\n4 tester subscribe {"plan":"plus"}\n5 A GET',
  ],
  [
    '403: one of three workers goes on',
    '403=fail',
    'A asks on after it was told.',
    `${lines(3, (n) => `${n * 0.1} ${worker(n)} GET | opens ${n * 0.1 + 0.1}`)}\n1 tester fail_payment\n1.3 B GET\n1.4 C GET\n${lines(13, (n) => `${1.5 + n * 0.4} A GET`)}`,
  ],
])

export const forbiddenHistories: ScriptedClient[] = [
  ...forbidden,
  ...answered,
  ...scripts,
  ...becomesUnpaid,
]
