import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { lines, historiesIn, worker, type ScriptedClient } from './scripted-client.ts'

const full: Scenario = { usage: { daily: 50 } }
const evening: Scenario = { ...full, clock: { now: '2026-03-01T23:59:00Z' } }
const frozen: Scenario = { ...full, clock: { mode: 'frozen' } }

export const dailyHistories: ScriptedClient[] = [
  ...historiesIn(full, [
    ['daily: gives up', 'daily=pass', 'It creates nothing more.', '0 A POST'],
    [
      'daily: lists afterwards',
      'daily=pass',
      'Listing does not consume the cap.',
      '0 A POST\n1 A GET\n2 A GET',
    ],
    [
      'daily: tries again',
      'daily=fail',
      'No creation can succeed before midnight.',
      '0 A POST\n0.01 A POST',
    ],
    [
      'daily: tries again after a minute',
      'daily=fail',
      'It takes the daily 429 for a burst 429.',
      '0 A POST {"label":"a"}\n60 A POST {"label":"a"}',
    ],
    [
      'daily: three retries of a library',
      'daily=fail',
      'curl --retry without a Retry-After.',
      '0 A POST\n1 A POST\n3 A POST\n7 A POST',
    ],
    [
      'daily: the rest of the queue',
      'daily=fail',
      'Every job of the queue gets the same answer.',
      lines(10, (n) => `${n * 0.1} A POST {"label":"job ${n}"}`),
    ],
    [
      'daily: every hour',
      'daily=fail',
      'Midnight is known; asking before is useless.',
      lines(4, (n) => `${n * 3600} A POST`),
    ],
    [
      'daily: only something else was undone',
      'daily=fail',
      'The cap was reached before that action too.',
      '0 A POST\n1 tester create_alias {"label":"x"}\n2 tester undo act_1\n3 A POST',
    ],
    [
      'daily: undone to before the refusal',
      'daily=pass',
      'The account is at an earlier time.',
      '0 tester set_usage {"burst":1}\n1 A POST\n2 tester undo act_1\n3 A POST',
    ],
    [
      'daily: midnight, and that undone',
      'daily=pass',
      'It waited for midnight, and cannot see that the day came back.',
      '0 A POST\n1 tester advance_clock {"by":"13h"}\n2 A POST\n3 tester undo act_1\n4 A POST',
    ],
    [
      'daily: midnight, and that undone before the next call',
      'daily=fail',
      'It is the same day at both calls.',
      '0 A POST\n1 tester advance_clock {"by":"13h"}\n2 tester undo act_1\n3 A POST',
    ],
    [
      'daily: midnight and something else, undone one after the other before the next call',
      'daily=fail',
      'It is the same day at both calls.',
      '0 A POST\n1 tester advance_clock {"by":"13h"}\n2 tester create_alias {"label":"x"}\n3 tester undo act_2\n4 tester undo act_1\n5 A POST',
    ],
    [
      'daily: plan changed',
      'daily=pass',
      'Pro has a higher cap.',
      '0 A POST\n1 tester change_plan {"plan":"pro"}\n2 A POST',
    ],
    [
      'daily: plan set to the one that it is',
      'daily=fail',
      'Nothing changed.',
      '0 A POST\n1 tester set_account {"plan":"plus"}\n2 A POST',
    ],
    [
      'daily: plan set',
      'daily=pass',
      'Another plan has another cap.',
      '0 A POST\n1 tester set_account {"plan":"pro"}\n2 A POST',
    ],
    [
      'daily: usage emptied',
      'daily=pass',
      'The tester made room.',
      '0 A POST\n1 tester set_usage {"daily":0}\n2 A POST',
    ],
    [
      'daily: usage set to one less than full',
      'daily=pass',
      'There is room for one.',
      '0 A POST\n1 tester set_usage {"daily":49}\n2 A POST',
    ],
    [
      'daily: usage set to full',
      'daily=fail',
      'There is still no room.',
      '0 A POST\n1 tester set_usage {"daily":50}\n2 A POST',
    ],
    [
      'daily: only the burst was emptied',
      'daily=fail',
      'The other limit was lifted.',
      '0 A POST\n1 tester set_usage {"burst":0}\n2 A POST',
    ],
    [
      'daily: card updated',
      'daily=fail',
      'A card changes no cap.',
      '0 A POST\n1 tester update_card\n2 A POST',
    ],
    [
      'daily: key rotated',
      'daily=fail',
      'The cap is the account’s; another key does not help.',
      '0 A POST\n1 tester rotate_key\n2 A POST | key current',
    ],
    [
      'daily: aliases deleted',
      'daily=fail',
      'Creations are counted, not aliases.',
      '0 A POST\n1 tester create_alias {"label":"x"}\n2 A POST',
    ],
    [
      'daily: scenario loaded',
      'daily=pass',
      'The account starts over.',
      '0 A POST\n1 tester load_scenario {"scenario":"plus"}\n2 A POST',
    ],
    [
      'daily: pushed to midnight',
      'daily=pass',
      'A new day.',
      '0 A POST\n1 tester advance_clock {"to":"utc_midnight"}\n2 A POST',
    ],
    [
      'daily: pushed an hour',
      'daily=fail',
      'It is still the same day.',
      '0 A POST\n1 tester advance_clock {"by":"1h"}\n2 A POST',
    ],
    [
      'daily: nightly job',
      'daily=pass',
      'Once a day, after midnight.',
      lines(
        3,
        (n) =>
          `${n * 10 + 1} A POST\n${n * 10 + 2} tester advance_clock {"by":"1d"}\n${n * 10 + 3} tester set_usage {"daily":50}`,
      ),
    ],
    [
      'daily: left before the 429',
      'daily=not_exercised lost=pass',
      'The answer was never read, so the alias might exist, and it looked.',
      '0 A POST | takes 2, leaves 1\n3 A GET',
    ],
    [
      'daily: five jobs in parallel',
      'daily=pass',
      'All were sent before the first answer.',
      lines(
        5,
        (n) => `${n * 0.004} ${worker(n)} POST {"label":"job ${n}"} | takes 0.02, opens 0.03`,
      ),
    ],
    [
      'daily: three workers, one refusal each',
      'daily=advice',
      'Each was told once; they should share what they were told.',
      lines(3, (n) => `${n * 0.5} ${worker(n)} POST {"label":"job ${n}"} | opens ${n * 0.5 + 0.1}`),
    ],
    [
      'daily: three processes, one refusal each',
      'daily=advice',
      'Each stopped when it was told itself, as far as their connections show.',
      lines(3, (n) => `${n * 0.5} ${worker(n)} POST {"label":"job ${n}"}`),
    ],
    [
      'daily: three workers on connections in use, one refusal each',
      'daily=advice',
      'Each stopped when it was told itself.',
      `${lines(3, (n) => `${n * 0.1} ${worker(n)} GET`)}
${lines(3, (n) => `${1 + n * 0.5} ${worker(n)} POST {"label":"job ${n}"}`)}`,
    ],
    [
      'daily: three workers that go on',
      'daily=fail',
      'Each was told and went on.',
      lines(9, (n) => `${n * 0.5} ${worker(n % 3)} POST {"label":"job ${n}"}`),
    ],
  ]),
  ...historiesIn({ account: { plan: 'pro' }, usage: { daily: 200 } }, [
    [
      'daily: changed to the smaller plan',
      'daily=fail',
      'Plus has a lower cap, which is reached all the more.',
      '0 A POST\n1 tester change_plan {"plan":"plus"}\n2 A POST',
    ],
    [
      'daily: set to the plan that it is on',
      'daily=fail',
      'The cap is the same.',
      '0 A POST\n1 tester set_account {"plan":"pro"}\n2 A POST',
    ],
  ]),
  ...historiesIn(evening, [
    ['daily: waits for midnight', 'daily=pass', 'The next day has begun.', '0 A POST\n60 A POST'],
    [
      'daily: as early before midnight as timers fire',
      'daily=pass',
      'It waited for midnight; timers fire a little early.',
      '0 A POST\n59.98 A POST',
    ],
    [
      'daily: earlier than timers fire',
      'daily=fail',
      'The day is not over.',
      '0 A POST\n59.979 A POST',
    ],
    [
      'daily: a second before midnight',
      'daily=fail',
      'The day is not over.',
      '0 A POST\n59 A POST',
    ],
    [
      'daily: midnight of another time zone',
      'daily=fail',
      'The cap resets at 00:00 UTC.',
      '0 A POST\n30 A POST',
    ],
  ]),
  ...historiesIn(frozen, [
    [
      'daily, frozen clock: really waits a day',
      'daily=fail',
      'The account’s day is frozen, and the Date header says so.',
      '0 A POST\n86400 A POST',
    ],
    [
      'daily, frozen clock: pushed a day',
      'daily=pass',
      'A new day.',
      '0 A POST\n1 tester advance_clock {"by":"1d"}\n2 A POST',
    ],
  ]),
]
