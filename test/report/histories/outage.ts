import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { lines, historiesIn, worker, type ScriptedClient } from './scripted-client.ts'

const once: Scenario = { faults: [{ kind: 'outage' }] }
const blip: Scenario = { faults: [{ kind: 'outage', for: '20s' }] }
const incident: Scenario = { faults: [{ kind: 'outage', for: '15m' }] }

const scaled: Scenario = { ...blip, clock: { scale: 60 } }

export const outageHistories: ScriptedClient[] = [
  ...historiesIn(blip, [
    [
      'outage: waits 30 s that take no time',
      'outage=pass',
      'The clock moved because it waited.',
      '0 A GET\n0.01 tester advance_clock {"by":"30s","waited":true}\n0.02 A GET',
    ],
    [
      'outage: waits 29 s that take no time',
      'outage=fail',
      'That the outage was over it could not know.',
      '0 A GET\n0.01 tester advance_clock {"by":"29s","waited":true}\n0.02 A GET',
    ],
    [
      'outage: the tester goes on after 29 s',
      'outage=pass',
      'The test moved the clock past the outage.',
      '0 A GET\n0.01 tester advance_clock {"by":"29s"}\n0.02 A GET',
    ],
  ]),
  ...historiesIn(scaled, [
    [
      'outage: waits a scaled second that takes no time',
      'outage=pass',
      'It was told to wait 1 s, which is a minute of its account.',
      '0 A GET\n0.01 tester advance_clock {"by":"60s","waited":true}\n0.02 A GET',
    ],
    [
      'outage: waits half a scaled second that takes no time',
      'outage=fail',
      'It was told to wait 1 s.',
      '0 A GET\n0.01 tester advance_clock {"by":"30s","waited":true}\n0.02 A GET',
    ],
  ]),
  ...historiesIn(once, [
    ['outage: gives up', 'outage=pass', 'It makes no further call.', '0 A GET'],
    ['outage: waits 30 s', 'outage=pass', 'It waits as told.', '0 A GET\n30 A GET'],
    ['outage: waits 30 s with jitter', 'outage=pass', 'Later is allowed.', '0 A GET\n33.7 A GET'],
    [
      'outage: the same GET at once',
      'outage=fail',
      'It was told to wait 30 s.',
      '0 A GET\n0.01 A GET',
    ],
    [
      'outage: the same GET at once, on another connection',
      'outage=fail',
      'The connection was opened after the answer.',
      '0 A GET\n0.01 A GET | new',
    ],
    [
      'outage: a second process, while the first keeps its connection',
      'outage=advice',
      'B was not told, or A opened a second connection: this cannot be told from outside.',
      '0 A GET\n0.4 B GET',
    ],
    [
      'outage: retries after a second',
      'outage=fail',
      'A fixed pause of a second.',
      '0 A POST {"label":"a"}\n1 A POST {"label":"a"}',
    ],
    [
      'outage: retries with a new job',
      'outage=fail',
      '/v1 is closed, not one request.',
      '0 A POST {"label":"a"}\n1 A POST {"label":"b"}',
    ],
    ['outage: 30 ms', 'outage=fail', 'A mistake of unit.', '0 A GET\n0.03 A GET'],
    [
      'outage: first retry at once, then patient',
      'outage=fail',
      'Some libraries retry at once the first time.',
      '0 A GET\n0.004 A GET\n31 A GET',
    ],
    [
      'outage: faults cleared',
      'outage=pass',
      'The tester ended the outage.',
      '0 A GET\n1 tester clear_faults\n1.1 A GET',
    ],
    [
      'outage: other faults cleared',
      'outage=fail',
      'The outage was not meant.',
      '0 A GET\n1 tester clear_faults {"kind":"burst"}\n1.1 A GET',
    ],
    [
      'outage: only the clock was read',
      'outage=fail',
      'Freezing and resuming lifts nothing.',
      '0 A GET\n1 tester freeze_clock\n1.1 tester resume_clock\n1.2 A GET',
    ],
    [
      'outage: another fault armed',
      'outage=fail',
      'Arming is not clearing.',
      '0 A GET\n1 tester arm_fault {"kind":"collision"}\n1.1 A GET',
    ],
    [
      'outage: a state with another plan',
      'outage=fail',
      'The outage has nothing to do with the plan.',
      '0 A GET\n1 tester change_plan {"plan":"pro"}\n1.1 A GET',
    ],
    [
      'outage: scenario loaded',
      'outage=pass',
      'The account starts over.',
      '0 A GET\n1 tester load_scenario {"scenario":"pro"}\n1.1 A GET',
    ],
    [
      'outage: pushed 30 s',
      'outage=pass',
      'The wait has passed on the account’s clock.',
      '0 A GET\n1 tester advance_clock {"by":"30s"}\n1.1 A GET',
    ],
    [
      'outage: pushed a second too little',
      'outage=fail',
      '29 of 30 seconds.',
      '0 A GET\n0.1 tester advance_clock {"by":"29s"}\n0.2 A GET',
    ],
    [
      'outage: pushed 5 s',
      'outage=fail',
      'Five of 30 seconds.',
      '0 A GET\n1 tester advance_clock {"by":"5s"}\n1.1 A GET',
    ],
    [
      'outage: left before the 503',
      'outage=not_exercised',
      'A client that went away has read nothing.',
      '0 A GET | takes 3, leaves 1\n1.1 A GET',
    ],
    [
      'outage: five calls under way',
      'outage=pass',
      'They were sent before the 503 was answered.',
      lines(5, (n) => `${n * 0.002} ${worker(n)} GET | takes 0.01, opens ${n * 0.002 + 0.001}`),
    ],
    [
      'outage: answers take a second',
      'outage=pass',
      'The second call came before the first answer.',
      '0 A GET | takes 1\n0.8 B GET | takes 1',
    ],
  ]),
  ...historiesIn({ faults: [{ kind: 'outage', skip: 2 }] }, [
    [
      'outage: another worker goes on',
      'outage=advice',
      'B was never refused; sharing the wait would be better.',
      '0 A GET\n0.1 B GET | opens 0.2\n0.5 A GET\n1.5 B GET\n2.5 B GET\n31 A GET',
    ],
    [
      'outage: two connections in turn, again on the one that was refused',
      'outage=advice',
      'Two connections are open, and one of their workers may not have been told.',
      '0 A GET\n1 B GET\n2 A GET\n3 A GET',
    ],
    [
      'outage: two connections in turn, then on the other one',
      'outage=advice',
      'One client that takes turns, or two processes: both look the same.',
      '0 A GET\n1 B GET\n2 A GET\n3 B GET',
    ],
  ]),
  ...historiesIn({ faults: [{ kind: 'outage', skip: 4 }] }, [
    [
      'outage: four jobs at once on connections in use',
      'outage=advice',
      'The three others may have been sent before the 503 was read.',
      `${lines(4, (n) => `${n * 0.003} ${worker(n)} GET`)}\n${lines(4, (n) => `${1 + n * 0.003} ${worker(n)} POST`)}`,
    ],
  ]),
  ...historiesIn(blip, [
    [
      'outage: polls until it ends',
      'outage=fail',
      'Every call before the end was too early.',
      lines(5, (n) => `${n * 5} A GET`),
    ],
    [
      'outage: ends sooner, nobody says so',
      'outage=fail',
      'The outage ended after 20 s, but the client was told 30.',
      '0 A GET\n22 A GET',
    ],
    [
      'outage: ends sooner, the tester pushes past it',
      'outage=pass',
      'The tester moved the clock past the end.',
      '0 A GET\n1 tester advance_clock {"by":"21s"}\n1.5 A GET',
    ],
  ]),
  ...historiesIn(incident, [
    [
      'outage: two connections in turn, refused on both, and again',
      'outage=fail',
      'Each of two workers would have been told.',
      '0 A GET\n1 B GET\n2 A GET',
    ],
    [
      'outage: an incident, each wait kept',
      'outage=pass',
      'It waits 30 s each time.',
      lines(5, (n) => `${n * 30.5} A GET`),
    ],
    [
      'outage: an incident, patience lost',
      'outage=fail',
      'The third wait was cut short.',
      '0 A GET\n30.5 A GET\n61 A GET\n71 A GET',
    ],
  ]),
  ...historiesIn({ ...incident, clock: { scale: 15 } }, [
    [
      'outage, scaled clock: two real seconds',
      'outage=pass',
      'Retry-After is 2 real seconds.',
      lines(4, (n) => `${n * 2} A GET`),
    ],
    [
      'outage, scaled clock: ten times a second',
      'outage=fail',
      'Fast clocks excuse nothing.',
      lines(4, (n) => `${n / 10} A GET`),
    ],
  ]),
]
