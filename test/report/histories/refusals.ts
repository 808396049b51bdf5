import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { lines, historiesIn, worker, type ScriptedClient } from './scripted-client.ts'

/** 401 and 400 stay until somebody does something; a 409 may be tried again. */

const revoked: Scenario = { account: { key: 'revoked' } }
const collision: Scenario = { faults: [{ kind: 'collision' }] }

const unauthorized: ScriptedClient[] = historiesIn(revoked, [
  ['401: stops', '401=pass', 'It asks for another key.', '0 A GET'],
  ['401: asks four times', '401=pass', 'Four is no loop yet.', lines(4, (n) => `${n} A GET`)],
  [
    '401: three unknown keys',
    '401=pass',
    'Three keys, each tried once.',
    lines(3, (n) => `${n} A GET | key sandbox_no-${n}`),
  ],
  [
    '401: six calls in parallel',
    '401=pass',
    'Sent before the first answer.',
    lines(6, (n) => `${n * 0.003} ${worker(n)} GET | takes 0.02, opens 0.02`),
  ],
  [
    '401: key rotated, old key once',
    '401=pass',
    'The new key works.',
    '0 A GET\n1 tester rotate_key\n2 A GET | key current',
  ],
  ['401: looks once an hour', '401=pass', 'No loop.', lines(4, (n) => `${n * 3600} A GET`)],
  ['401: retries', '401=fail', 'A revoked key stays revoked.', lines(5, (n) => `${n * 0.2} A GET`)],
  [
    '401: one unknown key again and again',
    '401=fail',
    'The same wrong key.',
    lines(5, (n) => `${n * 0.2} A GET | key sandbox_typo`),
  ],
  [
    '401: no key again and again',
    '401=fail',
    'A key that was not configured.',
    lines(5, (n) => `${n * 0.2} A GET | key none`),
  ],
  [
    '401: a queue',
    '401=fail',
    'Every job fails for the same reason.',
    lines(5, (n) => `${n} A POST {"label":"job ${n}"}`),
  ],
  [
    '401: operations in turn',
    '401=fail',
    'GET and POST are refused alike.',
    '0 A GET\n1 A POST\n2 A GET\n3 A POST\n4 A GET',
  ],
  [
    '401: script without keep-alive',
    '401=fail',
    'One client, a connection a call.',
    lines(5, (n) => `${n * 0.02} A GET | new`),
  ],
  [
    '401: keeps the old key after a rotation',
    '401=fail',
    'The old key stopped working at once.',
    `0 tester rotate_key\n${lines(5, (n) => `${n + 1} A GET`)}`,
  ],
])

const malformed: ScriptedClient[] = historiesIn({}, [
  [
    '400: corrects the request',
    '400=pass',
    'It read what was wrong.',
    '0 A GET ?limit=0\n1 A GET ?limit=10',
  ],
  [
    '400: three different mistakes',
    '400=pass',
    'Each is another request.',
    '0 A GET ?limit=0\n1 A GET ?limit=101\n2 A GET ?limit=x',
  ],
  [
    '400: limits of expires_at',
    '400=pass seconds=pass',
    'Three values at the edge, as a test tries them.',
    '0 A POST {"expires_at":{now+299}}\n1 A POST {"expires_at":{now+31622401}}\n2 A POST {"expires_at":5}',
  ],
  ['400: four times', '400=pass', 'Four is no loop yet.', lines(4, (n) => `${n} A GET ?limit=0`)],
  [
    '400: in parallel',
    '400=pass',
    'Sent before the first answer.',
    lines(6, (n) => `${n * 0.003} ${worker(n)} GET ?limit=0 | takes 0.02, opens 0.02`),
  ],
  [
    '400: thirty times',
    '400=fail',
    'The same request gets the same answer.',
    lines(30, (n) => `${n * 0.05} A GET ?limit=0`),
  ],
  [
    '400: retries with back-off',
    '400=fail',
    'Time does not correct a request.',
    lines(5, (n) => `${2 ** n - 1} A POST {"single_use":"yes"}`),
  ],
  [
    '400: fields in another order',
    '400=fail',
    'The same content.',
    lines(
      5,
      (n) =>
        `${n} A POST ${n % 2 ? '{"label":"a","single_use":1}' : '{"single_use":1,"label":"a"}'}`,
    ),
  ],
  [
    '400: moves the expiry until it is late enough',
    '400=pass seconds=pass',
    'Each request is corrected.',
    lines(4, (n) => `${n * 0.3} A POST {"expires_at":{now+${60 * 2 ** n}}}`),
  ],
  [
    '400: small numbers as expiry',
    '400=pass seconds=pass',
    'Four values, none of them a time of this clock.',
    lines(4, (n) => `${n} A POST {"expires_at":${n}}`),
  ],
  [
    '400: moves the expiry by a second each time',
    '400=pass seconds=pass',
    'Each request is another one.',
    lines(4, (n) => `${n * 0.2} A POST {"expires_at":{now+${200 + n}}}`),
  ],
  [
    '400: the same small number',
    '400=fail seconds=pass',
    'The same request.',
    lines(5, (n) => `${n} A POST {"expires_at":1}`),
  ],
  [
    '400: an expiry that is always too soon',
    '400=fail seconds=pass',
    'Ten seconds from now is computed again and stays wrong.',
    lines(5, (n) => `${n} A POST {"expires_at":{now+10}}`),
  ],
])

const collisions: ScriptedClient[] = historiesIn(collision, [
  [
    '409: retries',
    'collision=pass',
    'A retry is safe.',
    '0 A POST {"label":"a"}\n0.1 A POST {"label":"a"}',
  ],
  [
    '409: retries with a later expiry',
    'collision=pass seconds=pass',
    'The expiry is computed again.',
    '0 A POST {"label":"a","expires_at":{now+600}}\n1 A POST {"label":"a","expires_at":{now+600}}',
  ],
  [
    '409: retries with fields in another order',
    'collision=pass',
    'The same creation.',
    '0 A POST {"label":"a","note":"b"}\n1 A POST {"note":"b","label":"a"}',
  ],
  ['409: retries much later', 'collision=pass', 'Nothing says when.', '0 A POST\n600 A POST'],
  [
    '409: shown to the user',
    'collision=advice',
    'The document allows a retry and does not ask for one.',
    '0 A POST {"label":"a"}',
  ],
  [
    '409: another job first',
    'collision=pass',
    'The retry comes later.',
    '0 A POST {"label":"a"}\n1 A POST {"label":"b"}\n2 A POST {"label":"a"}',
  ],
  [
    '409: another path, another query, another body',
    'collision=advice offered=fail',
    'None of them is this creation.',
    '0 A POST {"label":"a"}\n1 A POST /v1/domains\n2 A POST ?dry=1\n3 A POST {"label":"b"}',
  ],
  [
    '409: left before the answer',
    'collision=not_exercised lost=pass',
    'It was not read, so the alias might exist, and it looked.',
    '0 A POST | takes 2, leaves 1\n3 A GET',
  ],
])

const repeated: ScriptedClient[] = historiesIn({ faults: [{ kind: 'collision', times: 2 }] }, [
  [
    '409: gives up after two',
    'collision=advice',
    'Once more would have succeeded.',
    '0 A POST\n0.1 A POST',
  ],
  [
    '409: third attempt succeeds',
    'collision=pass',
    'It kept trying.',
    '0 A POST\n0.1 A POST\n0.2 A POST',
  ],
])

export const refusalHistories: ScriptedClient[] = [
  ...unauthorized,
  ...malformed,
  ...collisions,
  ...repeated,
]
