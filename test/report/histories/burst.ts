import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { lines, historiesIn, worker, type ScriptedClient } from './scripted-client.ts'

/** The minute is used up for another 42 seconds. */
const full: Scenario = { usage: { burst: 60, burst_resets_in: '42s' } }

const alone: ScriptedClient[] = historiesIn(full, [
  ['burst: gives up', 'burst=pass', 'It makes no further call.', '0 A POST'],
  ['burst: waits as told', 'burst=pass', 'It waits 42 s.', '0 A GET\n42.1 A GET'],
  [
    'burst: waits longer',
    'burst=pass',
    'It waits a minute, the longest window.',
    '0 A GET\n60 A GET',
  ],
  [
    'burst: timer a little early',
    'burst=pass',
    'A timer may fire some milliseconds early.',
    '0 A GET\n41.99 A GET',
  ],
  [
    'burst: waits from the Date header',
    'burst=pass',
    'It counts from when the answer was made, not read.',
    '0 A GET | takes 0.9\n42 A GET',
  ],
  ['burst: retries at once', 'burst=fail', 'It has read Retry-After: 42.', '0 A GET\n0.01 A GET'],
  [
    'burst: retries at once, once',
    'burst=fail',
    'One retry is one too many: the answer says when.',
    '0 A POST {"label":"a"}\n0.02 A POST {"label":"a"}',
  ],
  [
    'burst: exponential from a second',
    'burst=fail',
    'Backing off is not waiting as told.',
    lines(5, (n) => `${2 ** n - 1} A GET`),
  ],
  [
    'burst: exponential with jitter',
    'burst=fail',
    'Jitter around a wait that is too short.',
    '0 A GET\n0.7 A GET\n2.9 A GET\n6.2 A GET',
  ],
  [
    'burst: Retry-After as milliseconds',
    'burst=fail',
    'It waits 42 ms, a mistake of unit.',
    '0 A GET\n0.042 A GET',
  ],
  ['burst: half the wait', 'burst=fail', 'It waits 21 of 42 s.', '0 A GET\n21 A GET'],
  [
    'burst: a second early',
    'burst=fail',
    'It wakes a second before the time.',
    '0 A GET\n41 A GET',
  ],
  [
    'burst: polls every ten seconds',
    'burst=fail',
    'Each poll finds an old connection closed, but it is one client.',
    lines(5, (n) => `${n * 10} A GET`),
  ],
  [
    'burst: another operation meanwhile',
    'burst=fail',
    'The limit covers GET and POST.',
    '0 A GET\n5 A POST',
  ],
  [
    'burst: other creations meanwhile',
    'burst=fail',
    'A queue worked through while every call is refused.',
    lines(6, (n) => `${n} A POST {"label":"job ${n}"}`),
  ],
  [
    'burst: reads the answer late',
    'burst=fail',
    'The answer took a second, and the next call came at once.',
    '0 A GET | takes 1\n1.01 A GET',
  ],
  [
    'burst: leaves before the answer',
    'burst=not_exercised 401=pass',
    'It went away before it could read the 429.',
    '0 A GET | takes 2, leaves 1\n1.5 A GET | key none\n50 A GET',
  ],
  [
    'burst: leaves, then calls again',
    'burst=pass',
    'The first answer was never read; the second is obeyed.',
    '0 A GET | takes 2, leaves 1\n1.1 A GET\n43.2 A GET',
  ],
  [
    'burst: leaves one, reads one, goes on',
    'burst=fail',
    'The second 429 was read.',
    '0 A GET | takes 2, leaves 1\n1.1 A GET\n1.2 A GET',
  ],
  [
    'burst: other key at once',
    'burst=pass 401=pass',
    'The limit is per key, and this is another one.',
    '0 A GET\n0.1 A GET | key sandbox_other',
  ],
  [
    'burst: probe without a key',
    'burst=pass',
    'A health check is no call of the client.',
    '0 A GET\n1 B HEAD /\n2 B GET /favicon.ico | key none\n42 A GET',
  ],
])

const withoutKeepAlive: ScriptedClient[] = historiesIn(
  full,
  [
    [
      'burst: script that retries at once',
      'burst=fail',
      'A new connection a call hides nothing: each was opened after the answer.',
      lines(3, (n) => `${n * 0.015} A GET`),
    ],
    [
      'burst: script that retries once',
      'burst=fail',
      'The connection was opened after the answer.',
      '0 A GET\n0.005 A GET',
    ],
    [
      'burst: script that sleeps',
      'burst=pass',
      'It waits as told, on another connection.',
      '0 A GET\n42 A GET',
    ],
    [
      'burst: cron job every minute',
      'burst=pass',
      'A minute is always enough.',
      lines(4, (n) => `${n * 60} A GET`),
    ],
    [
      'burst: cron job every fifteen seconds',
      'burst=fail',
      'It does not remember what it was told.',
      lines(3, (n) => `${n * 15} A GET`),
    ],
  ],
  { isWithoutKeepAlive: true },
)

const shared: ScriptedClient[] = historiesIn(full, [
  ...[2, 3, 6, 8].map((count): [string, string, string, string] => [
    `burst: ${count} workers, each obeys its own answer`,
    'burst=advice',
    'Each was told once and waits as told, but only the first could not have known; they should share the wait.',
    lines(
      count,
      (n) =>
        `${n * 0.4} ${worker(n)} GET | opens ${n * 0.4 + 0.1}\n${43 + n * 0.4} ${worker(n)} GET | opens ${43 + n * 0.4 - 42.5}`,
    ),
  ]),
  [
    'burst: six calls in parallel',
    'burst=pass',
    'All were on their way when the first answer was handed over.',
    lines(6, (n) => `${n * 0.003} ${worker(n)} GET | takes 0.004, opens ${n * 0.003 + 0.001}`),
  ],
  [
    'burst: slow answers to six calls',
    'burst=pass',
    'The answers take 0.9 s; all calls came before.',
    lines(6, (n) => `${n * 0.15} ${worker(n)} GET | takes 0.9`),
  ],
  [
    'burst: one of two workers is hasty',
    'burst=fail',
    'B waits; A was told and goes on, on its own connection.',
    '0 A GET\n0.001 B GET | opens 0.002\n0.5 A GET\n1 A GET\n1.5 A GET\n42.2 B GET',
  ],
  [
    'burst: three threads on two connections',
    'burst=fail',
    'The third waited behind two connections, and was sent after both answers.',
    '0 A GET\n0.001 B GET | opens 0.002\n0.003 A GET',
  ],
  [
    'burst: hasty beside a slow call',
    'burst=fail',
    'The slow call of B is no excuse for A.',
    '0 B GET | takes 3\n0.1 A GET\n0.15 A GET\n0.2 A GET',
  ],
  [
    'burst: hasty script beside a slow call',
    'burst=fail',
    'Each new connection was opened after the answer.',
    '0 B GET | takes 3\n0.1 A GET | new\n0.15 A GET | new\n0.2 A GET | new',
  ],
  [
    'burst: sixty calls of a pool',
    'burst=pass',
    'Two were under way when the third was refused.',
    lines(4, (n) => `${n * 0.001} ${worker(n)} POST | opens 0.01`),
  ],
])

export const burstHistories: ScriptedClient[] = [...alone, ...withoutKeepAlive, ...shared]
