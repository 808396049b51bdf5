import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { historiesIn, type ScriptedClient } from './scripted-client.ts'

/** A burst 429 on other clocks, and what lifts the wait. */

/** The minute is used up for another 42 seconds. */
const full: Scenario = { usage: { burst: 60, burst_resets_in: '42s' } }
const frozen: Scenario = { ...full, clock: { mode: 'frozen' } }
/** Forty-two seconds of the account are three real ones. */
const scaled: Scenario = { ...full, clock: { scale: 20 } }

const clocks: ScriptedClient[] = [
  ...historiesIn(frozen, [
    [
      'burst, frozen clock: pushed to the reset',
      'burst=pass',
      'The tester ended the window.',
      '0 A GET\n1 tester advance_clock {"to":"burst_reset"}\n1.1 A GET',
    ],
    [
      'burst, frozen clock: really waits',
      'burst=pass',
      'It cannot know that the clock stands still.',
      '0 A GET\n42 A GET\n84.1 A GET',
    ],
    [
      'burst, frozen clock: pushed too little',
      'burst=fail',
      'Two of 42 seconds have passed.',
      '0 A GET\n1 tester advance_clock {"by":"2s"}\n1.1 A GET',
    ],
    [
      'burst, frozen clock: pushed in steps',
      'burst=pass',
      'The steps add up.',
      '0 A GET\n1 tester advance_clock {"by":"20s"}\n2 tester advance_clock {"by":"22s"}\n3 A GET',
    ],
  ]),
  ...historiesIn(scaled, [
    [
      'burst, scaled clock: waits in real seconds',
      'burst=pass',
      'Retry-After is 3 real seconds.',
      '0 A GET\n3 A GET',
    ],
    [
      'burst, scaled clock: one real second',
      'burst=fail',
      'Twenty seconds of the account are not 42.',
      '0 A GET\n1 A GET',
    ],
    [
      'burst, scaled clock: pushed past the reset',
      'burst=pass',
      'The window has ended.',
      '0 A GET\n0.5 tester advance_clock {"by":"40s"}\n0.6 A GET',
    ],
    [
      'burst, scaled clock: pushed a little',
      'burst=fail',
      'Five seconds of 42.',
      '0 A GET\n0.1 tester advance_clock {"by":"5s"}\n0.2 A GET',
    ],
  ]),
]

const lifted: ScriptedClient[] = historiesIn(full, [
  [
    'burst: usage set to nothing',
    'burst=pass',
    'The tester emptied the limit.',
    '0 A GET\n1 tester set_usage {"burst":0}\n1.1 A GET',
  ],
  [
    'burst: usage set to full again',
    'burst=fail',
    'Nothing was lifted.',
    '0 A GET\n1 tester set_usage {"burst":60}\n1.1 A GET',
  ],
  [
    'burst: key rotated',
    'burst=pass',
    'The limit is per key; the client got a new one.',
    '0 A GET\n1 tester rotate_key\n1.1 A GET | key current',
  ],
  [
    'burst: scenario loaded',
    'burst=pass',
    'The account starts over.',
    '0 A GET\n1 tester load_scenario {"scenario":"plus"}\n1.1 A GET',
  ],
  [
    'burst: account reset',
    'burst=fail',
    'Reset starts with a full minute again; the client reads that and goes on.',
    '0 A GET\n1 tester reset\n1.1 A GET\n1.2 A GET',
  ],
  [
    'burst: undone',
    'burst=pass',
    'The account is at an earlier time.',
    '0 tester set_usage {"burst":0}\n0.1 A GET\n1 tester set_usage {"burst":60}\n1.1 A GET\n2 tester undo act_2\n2.1 A GET',
  ],
  [
    'burst: only something else was undone',
    'burst=fail',
    'The limit was reached before that action too.',
    '0 A GET\n0.2 tester create_alias {"label":"x"}\n0.3 tester undo act_1\n0.4 A GET',
  ],
  [
    'burst: usage set to nothing, and that undone',
    'burst=fail',
    'The limit was reached at every call.',
    '0 A GET\n1 tester set_usage {"burst":0}\n2 tester undo act_1\n2.1 A GET',
  ],
  [
    'burst: usage set to nothing, used, and that undone',
    'burst=pass',
    'A call succeeded, so the client knew of no limit.',
    '0 A GET\n1 tester set_usage {"burst":0}\n1.1 A GET\n2 tester undo act_1\n2.1 A GET',
  ],
  [
    'burst: a push of the clock that was undone before the next call',
    'burst=fail',
    'Nobody waited.',
    '0 A GET\n1 tester advance_clock {"by":"42s"}\n2 tester undo act_1\n2.1 A GET',
  ],
  [
    'burst: a push of the clock and something else, undone one after the other',
    'burst=fail',
    'Nobody waited.',
    '0 A GET\n1 tester advance_clock {"by":"42s"}\n1.5 tester create_alias {"label":"x"}\n2 tester undo act_2\n2.5 tester undo act_1\n3 A GET',
  ],
  [
    'burst: two pushes of the clock, undone one after the other',
    'burst=fail',
    'Nobody waited.',
    '0 A GET\n1 tester advance_clock {"by":"21s"}\n1.5 tester advance_clock {"by":"21s"}\n2 tester undo act_2\n2.5 tester undo act_1\n3 A GET',
  ],
  [
    'burst: waited, then a push of the clock and something else, undone one after the other',
    'burst=pass',
    'It waited for the window that it saw.',
    '0 A GET\n43 tester advance_clock {"by":"42s"}\n44 tester create_alias {"label":"x"}\n45 tester undo act_2\n46 tester undo act_1\n47 A GET',
  ],
  [
    'burst: a push of the clock that was undone and done again',
    'burst=pass',
    'The window was over at the second call.',
    '0 A GET\n1 tester advance_clock {"by":"42s"}\n2 tester undo act_1\n3 tester undo undo_1\n3.1 A GET',
  ],
  [
    'burst: the second of two pushes of the clock undone',
    'burst=pass',
    'The first one was enough.',
    '0 A GET\n1 tester advance_clock {"by":"42s"}\n2 tester advance_clock {"by":"1h"}\n3 tester undo act_2\n3.1 A GET',
  ],
  [
    'burst: waited, then a push of the clock undone',
    'burst=pass',
    'It waited for the window that it saw.',
    '0 A GET\n1 tester advance_clock {"by":"42s"}\n1.1 A GET\n2 tester undo act_1\n2.1 A GET',
  ],
  [
    'burst: an action that changes nothing',
    'burst=fail',
    'A message was forwarded; the limit is as before.',
    '0 A GET\n1 tester create_alias {"label":"x"}\n1.1 A GET',
  ],
  [
    'burst: a refused action',
    'burst=fail',
    'What was refused lifts nothing.',
    '0 A GET\n1 tester load_scenario {"scenario":"no such"}\n1.1 A GET',
  ],
])

const forced: ScriptedClient[] = historiesIn({ faults: [{ kind: 'burst' }] }, [
  [
    'burst, told 60 s: pushed a second too little',
    'burst=fail',
    '59 of 60 seconds.',
    '0 A GET\n0.1 tester advance_clock {"by":"59s"}\n0.2 A GET',
  ],
  [
    'burst, told 60 s: pushed as told',
    'burst=pass',
    'The wait has passed on the account’s clock.',
    '0 A GET\n0.1 tester advance_clock {"by":"60s"}\n0.2 A GET',
  ],
])

export const liftedBurstHistories: ScriptedClient[] = [...clocks, ...lifted, ...forced]
