import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { lines, historiesIn, type ScriptedClient } from './scripted-client.ts'

/** Requests that are wrong by themselves, and creations whose answer was lost. */

const requests: ScriptedClient[] = historiesIn({}, [
  ['requests: JSON as JSON', 'json=pass', 'As the document says.', '0 A POST {"label":"a"}'],
  [
    'requests: JSON with a charset',
    'json=pass',
    'A parameter of the type.',
    '0 A POST {"label":"a"} | as application/json;charset=utf-8',
  ],
  [
    'requests: no body, no type',
    'json=not_exercised',
    'A type is needed with a body only.',
    '0 A POST',
  ],
  [
    'requests: JSON as text',
    'json=fail 400=pass',
    'The header is wrong.',
    '0 A POST {"label":"a"} | as text/plain',
  ],
  ...['application/jsonl', 'text/application/json'].map(
    (type): [string, string, string, string] => [
      `requests: JSON as ${type}`,
      'json=fail 400=pass',
      'Only a part of the name is right.',
      `0 A POST {"label":"a"} | as ${type}`,
    ],
  ),
  [
    'requests: JSON as a form',
    'json=fail 400=pass',
    'The default of curl -d.',
    '0 A POST {"label":"a"} | as application/x-www-form-urlencoded',
  ],
  [
    'requests: one of many as text',
    'json=fail 400=pass',
    'One place of the client forgets it.',
    '0 A POST {"label":"a"}\n1 A POST {"label":"b"} | as text/plain',
  ],
  [
    'requests: seconds',
    'seconds=pass',
    'As the document says.',
    '0 A POST {"expires_at":{now+600}}',
  ],
  [
    'requests: no expiry',
    'seconds=not_exercised',
    'The field is optional.',
    '0 A POST {"label":"a"}',
  ],
  [
    'requests: milliseconds',
    'seconds=fail 400=pass',
    'Date.now() without a division.',
    '0 A POST {"expires_at":{now+600}000}',
  ],
  ...[
    ['the last second that can be one', 'pass', '99999999999'],
    ['microseconds', 'fail', '{now+600}000000'],
    ['nanoseconds', 'fail', '{now+600}000000000'],
    ['milliseconds before 1970', 'fail', '-{now}000'],
  ].map(([what, verdict, value]): [string, string, string, string] => [
    `requests: ${what}`,
    `seconds=${verdict} 400=pass`,
    'Told by how large the number is.',
    `0 A POST {"expires_at":${value}}`,
  ]),
  [
    'requests: milliseconds, then seconds',
    'seconds=fail 400=pass',
    'The first was wrong.',
    '0 A POST {"expires_at":{now+600}000}\n1 A POST {"expires_at":{now+600}}',
  ],
  [
    'requests: readiness probes',
    'offered=not_exercised',
    'A probe is no call of the client.',
    `${lines(3, (n) => `${n} P HEAD / | key none`)}\n4 P GET / | key none`,
  ],
  [
    'requests: probe, favicon, robots and a call',
    'offered=pass',
    'Browsers and probes ask for these.',
    '0 P HEAD / | key none\n1 P GET /favicon.ico | key none\n2 P GET /robots.txt | key none\n3 A GET',
  ],
  [
    'requests: HEAD without a key',
    'offered=pass',
    'It only looks whether somebody is there.',
    '0 P HEAD /v1/aliases | key none\n1 A GET',
  ],
  [
    'requests: a preflight',
    'offered=pass',
    'The browser sends it, not the client.',
    '0 P OPTIONS /v1/aliases | key none\n1 A GET',
  ],
  [
    'requests: DELETE',
    'offered=fail',
    'Deleting is for the dashboard only.',
    '0 A POST\n1 A DELETE /v1/aliases/abc',
  ],
  ['requests: PATCH', 'offered=fail', 'There is no change of an alias.', '0 A PATCH /v1/aliases'],
  [
    'requests: GET of one alias',
    'offered=fail',
    'There is only the list.',
    '0 A GET /v1/aliases/abc',
  ],
  [
    'requests: a base URL without /v1',
    'offered=fail',
    'The path is part of the API.',
    '0 A GET /aliases',
  ],
  [
    'requests: an endpoint of a newer API',
    'offered=fail',
    'It does not exist.',
    '0 A GET /v1/domains',
  ],
  [
    'requests: HEAD with a key',
    'offered=fail',
    'The client checks by a method that is not offered.',
    '0 A HEAD /v1/aliases',
  ],
])

const dropped: Scenario = { faults: [{ kind: 'drop_after', operation: 'create' }] }
const droppedTwice: Scenario = { faults: [{ kind: 'drop_after', operation: 'create', times: 2 }] }
const slow: Scenario = { faults: [{ kind: 'delay', ms: 10_000, operation: 'create' }] }

const lost: ScriptedClient[] = [
  ...historiesIn(dropped, [
    ['lost: gives up', 'lost=not_exercised', 'It does not try again.', '0 A POST {"label":"a"}'],
    [
      'lost: looks, and finds it',
      'lost=pass',
      'The alias is there.',
      '0 A POST {"label":"a"}\n1 A GET',
    ],
    [
      'lost: looks, then makes another',
      'lost=pass',
      'Another label is another alias.',
      '0 A POST {"label":"a"}\n1 A GET\n2 A POST {"label":"b"}',
    ],
    [
      'lost: goes on with other jobs',
      'lost=not_exercised',
      'It does not make this one again.',
      '0 A POST {"label":"a"}\n1 A POST {"label":"b"}\n2 A POST {"label":"c"}',
    ],
    [
      'lost: looks, then the next without a label',
      'lost=pass',
      'Without a text nobody can tell which is meant.',
      '0 A POST\n1 A GET\n2 A POST',
    ],
    [
      'lost: the tester deleted everything',
      'lost=pass',
      'It looked, and the alias was not there.',
      '0 A POST {"label":"a"}\n1 tester load_scenario {"scenario":"empty"}\n2 A GET\n3 A POST {"label":"a"}',
    ],
    [
      'lost: undone to before it',
      'lost=not_exercised',
      'The alias was never created.',
      '0 A POST {"label":"a"}\n1 tester undo req_1\n2 A POST {"label":"a"}',
    ],
    [
      'lost: only something else was undone',
      'lost=fail',
      'The alias still exists.',
      '0 A POST {"label":"a"}\n1 tester create_alias {"label":"x"}\n2 tester undo act_1\n3 A POST {"label":"a"}',
    ],
    [
      'lost: the job of the next night',
      'lost=pass',
      'It looked; a day later the job creates its alias as every night.',
      '0 A POST {"label":"a"}\n1 A GET\n2 tester advance_clock {"by":"1d"}\n3 A POST {"label":"a"}',
    ],
    [
      'lost: looks, and makes it again after ten minutes',
      'lost=fail',
      'A slow queue is still the same job.',
      '0 A POST {"label":"a"}\n1 A GET\n600 A POST {"label":"a"}',
    ],
    [
      'lost: makes it again at once',
      'lost=fail',
      'There are two aliases now.',
      '0 A POST {"label":"a"}\n0.1 A POST {"label":"a"}',
    ],
    [
      'lost: makes it again, and is refused',
      'lost=advice 400=pass seconds=pass',
      'Only luck prevents a second alias.',
      '0 A POST {"label":"a"}\n0.1 A POST {"label":"a","expires_at":1}',
    ],
    [
      'lost: a library retries',
      'lost=fail',
      'It cannot know that the first was done, so it has to look.',
      '0 A POST {"label":"a"}\n0.5 A POST {"label":"a"}\n2 A GET',
    ],
    [
      'lost: looks, and makes it again',
      'lost=fail',
      'The list showed that it exists.',
      '0 A POST {"label":"a"}\n1 A GET\n2 A POST {"label":"a"}',
    ],
    [
      'lost: looks, and makes it again with another expiry',
      'lost=fail seconds=pass',
      'The same alias, with a new expiry.',
      '0 A POST {"label":"a","expires_at":{now+600}}\n1 A GET\n2 A POST {"label":"a","expires_at":{now+600}}',
    ],
    [
      'lost: looks twice, and makes it again',
      'lost=fail',
      'Both lists showed it.',
      '0 A POST {"label":"a"}\n1 A GET\n2 A GET\n3 A POST {"label":"a"}',
    ],
    [
      'lost: looks, and makes it again with fields in another order',
      'lost=fail',
      'The same creation.',
      '0 A POST {"label":"a","note":"n"}\n1 A GET\n2 A POST {"note":"n","label":"a"}',
    ],
  ]),
  ...historiesIn(droppedTwice, [
    [
      'lost: two, one of them made again',
      'lost=fail',
      'The second was seen in the list.',
      '0 A POST {"label":"a"}\n1 A POST {"label":"b"}\n2 A GET\n3 A POST {"label":"b"}',
    ],
    [
      'lost: two, both left alone',
      'lost=pass',
      'The list shows both.',
      '0 A POST {"label":"a"}\n1 A POST {"label":"b"}\n2 A GET',
    ],
  ]),
  ...historiesIn(slow, [
    [
      'lost: waits for a slow answer',
      'lost=not_exercised',
      'Nothing was lost.',
      '0 A POST {"label":"a"}\n11 A POST {"label":"b"}',
    ],
    [
      'lost: gives up on a slow answer, creates again',
      'lost=fail',
      'A client that gives up on an answer has lost it.',
      '0 A POST {"label":"a"} | leaves 5\n5.1 A POST {"label":"a"}',
    ],
    [
      'lost: gives up on a slow answer, looks',
      'lost=pass',
      'It looks before it does anything.',
      '0 A POST {"label":"a"} | leaves 5\n5.1 A GET',
    ],
    [
      'lost: gives up on a slow answer, looks, creates again',
      'lost=fail',
      'The list showed it.',
      '0 A POST {"label":"a"} | leaves 5\n5.1 A GET\n6 A POST {"label":"a"}',
    ],
  ]),
]

export const requestHistories: ScriptedClient[] = [...requests, ...lost]
