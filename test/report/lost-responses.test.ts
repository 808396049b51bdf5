import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../src/contract/scenario/scenario.ts'
import { toJudged } from '../../src/report/judged-account.ts'
import { reportOn } from '../../src/report/report.ts'
import { PersistenceError } from '../../src/core/persistence.ts'
import { replaceWithFailure } from '../../src/node/http/v1/durability.ts'
import { callCore, type CoreCall } from '../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../support/core/core-sandbox.ts'
import { create, judged, list, lived, type Step } from '../support/core/judged.ts'
import { undoIn } from '../../src/history/replay/undo.ts'

// A client that lost the response to a successful creation should list before it creates again.

describe('looks_after_lost_response', () => {
  const dropped: Scenario = { faults: [{ kind: 'drop_after', operation: 'create' }] }
  const shop: Step = { body: JSON.stringify({ label: 'shop' }) }
  const once: Step = { body: JSON.stringify({ label: 'shop', single_use: true }) }
  const [first] = lived(dropped, [once]).aliases.all()
  const addressOfFirst = `${first!.id}@alias-sandbox.example`
  /** A client that sends the same creation while the answer of its list is on its way. */
  const hastily: Step[] = [
    { ...shop, order: [1, 2] },
    { ...list, order: [3, 5] },
    { ...shop, order: [4, 6] },
  ]
  const unauthenticated: Step = { key: 'nobody' }

  it('names both aliases where a lost creation was made again', () => {
    const account = lived(dropped, [create, create])
    const ids = account.aliases.all().map(({ id }) => id)
    const row = reportOn([toJudged(account)]).etiquette.find(
      ({ rule }) => rule === 'looks_after_lost_response',
    )!
    expect(row.aliases?.toSorted()).toEqual(ids.toSorted())
    for (const id of ids) expect(row.why).toContain(id)
  })

  it.each<[what: string, Scenario, Step[], said: string]>([
    [
      'a creation that was never done, which its client cannot know',
      { faults: [{ kind: 'drop_before' }] },
      [create, create],
      'advice [1 2]',
    ],
    [
      'a creation that was never done, after a look',
      { faults: [{ kind: 'drop_before' }] },
      [create, list, create],
      'pass [1]',
    ],
    [
      'a list that was lost',
      { faults: [{ kind: 'drop_after' }] },
      [list, create],
      'not_exercised []',
    ],
    [
      'a refusal that was lost',
      { limits: { daily: 0 }, ...dropped },
      [create, create],
      'advice [1 2]',
    ],
    [
      'a collision that was lost',
      { faults: [{ kind: 'truncate' }, { kind: 'collision' }] },
      [create, create],
      'not_exercised []',
    ],
    [
      'a creation again, which the daily cap refuses',
      { ...dropped, usage: { daily: 49 } },
      [create, create],
      'advice [1 2]',
    ],
    [
      'a creation again, after a look',
      dropped,
      [create, unauthenticated, list, create],
      'pass [1]',
    ],
    ['nothing more', dropped, [list, create], 'not_exercised []'],
    [
      'something that is not offered, then a look',
      dropped,
      [create, { method: 'DELETE' }, list],
      'pass [1]',
    ],
    [
      'a creation again and again until it is done, through a 503',
      { faults: [...dropped.faults!, { kind: 'outage', skip: 1 }] },
      [shop, shop, { ...shop, after: 40_000 }, list],
      'fail [1 2 3]',
    ],
    [
      'a creation three times, of which two are lost',
      { faults: [{ kind: 'drop_after', operation: 'create', times: 2 }] },
      [shop, shop, shop],
      'fail [1 2 3]',
    ],
    ...[
      { body: '{"label":"shop","single_use":false,"note":""}' },
      { body: '{"label":"shop","request_id":"2"}' },
      { body: '{"label":"shop"}', query: 'attempt=2' },
    ].map((again): [string, Scenario, Step[], string] => [
      `a creation again, spelled ${JSON.stringify(again)}`,
      dropped,
      [shop, again],
      'fail [1 2]',
    ]),
    [
      'one that expires at another time',
      dropped,
      [
        { body: '{"label":"shop","expires_at":1772370000}' },
        { body: '{"label":"shop","expires_at":1774900000}' },
      ],
      'advice [1 2]',
    ],
    [
      'one whose expiry was computed again',
      dropped,
      [
        { body: '{"label":"shop","expires_at":1772370000}' },
        { body: '{"label":"shop","expires_at":1772370005}', after: 5_000 },
      ],
      'fail [1 2]',
    ],
    [
      'two alike at the same moment, and a look at the end',
      dropped,
      [{ ...shop, order: [1, 3] }, { ...shop, order: [2, 4] }, list],
      'pass [1]',
    ],
    [
      'one again that a list had shown, after a list that no longer did',
      {
        ...dropped,
        timeline: [{ at_call: 2, operation: 'list', do: 'delete_alias', id: '{first}' }],
        populate: { count: 0 },
      },
      [shop, list, list, shop],
      'pass [1]',
    ],
    [
      'one of several alike, after a list that showed how many there are',
      { faults: [{ kind: 'drop_after', operation: 'create', skip: 1 }] },
      [shop, shop, list, shop],
      'advice [2 4]',
    ],
    ...[
      { do: 'forward_message', id: '{first}' } as const,
      { do: 'deliver_mail', to: addressOfFirst } as const,
    ].map((use): [string, Scenario, Step[], string] => [
      `a single-use one again, after a list that showed it and its use by ${use.do}`,
      {
        ...dropped,
        timeline: [{ at_call: 2, operation: 'create', ...use }],
        populate: { count: 0 },
      },
      [once, list, once],
      'pass [1]',
    ]),
    [
      'a single-use one again, when the first was used up',
      {
        ...dropped,
        timeline: [{ at_call: 2, do: 'forward_message', id: '{first}' }],
        populate: { count: 0 },
      },
      [once, once],
      'not_exercised []',
    ],
    [
      'one again, when the first had had a mail',
      {
        ...dropped,
        timeline: [{ at_call: 2, do: 'forward_message', id: '{first}' }],
        populate: { count: 0 },
      },
      [shop, shop],
      'fail [1 2]',
    ],
    ['a creation again before the list that shows it is read', dropped, hastily, 'fail [1 3]'],
    [
      'one that was never done again before the list is read',
      { faults: [{ kind: 'drop_before', operation: 'create' }] },
      hastily,
      'advice [1 3]',
    ],
    ['the same alone, after a list that showed it', dropped, [shop, list, shop], 'fail [1 3]'],
    [
      'a creation again, after the first of many pages',
      { ...dropped, populate: { count: 60 }, choices: { page_size: 10 } },
      [create, list, create, list, { ...list, query: 'last_key={next}' }],
      'fail [1 3]',
    ],
    [
      'a creation again, after a list that began before it was lost',
      {
        faults: [{ kind: 'drop_before', operation: 'create' }],
        populate: { count: 15 },
        choices: { page_size: 10 },
      },
      [list, create, { ...list, query: 'last_key={next}' }, create],
      'advice [2 4]',
    ],
    [
      'a creation again, after all pages',
      {
        faults: [{ kind: 'drop_before', operation: 'create' }],
        populate: { count: 15 },
        choices: { page_size: 10 },
      },
      [create, list, { ...list, query: 'last_key={next}' }, create],
      'pass [1]',
    ],
    [
      'a creation again with another note, and a look at the end',
      dropped,
      [
        { body: JSON.stringify({ label: 'shop', note: 'try 1' }) },
        { body: JSON.stringify({ label: 'shop', note: 'try 2' }) },
        list,
      ],
      'advice [1 2]',
    ],
    [
      'a creation without any text, and one of another worker, which may want it too',
      dropped,
      [
        { connection: { id: 1, opened: 1, closed: 5 }, order: [3, 4] },
        { connection: { id: 2, opened: 2 }, order: [6, 7] },
      ],
      'advice [1 2]',
    ],
    ...[{ kind: 'server_error' } as const, { kind: 'garbage' } as const].map(
      (fault): [string, Scenario, Step[], string] => [
        `a creation again after ${fault.kind}, which says nothing of what was done`,
        { faults: [{ ...fault, operation: 'create' }] },
        [shop, shop],
        'advice [1 2]',
      ],
    ),
    [
      'one made again, and one that was never done',
      {
        faults: [
          { kind: 'drop_after', operation: 'create' },
          { kind: 'drop_before', operation: 'create', skip: 1 },
        ],
      },
      [create, create, shop, shop],
      'fail [1 2 3 4]',
    ],
    [
      'one looked after, one not',
      { faults: [{ kind: 'drop_after', operation: 'create', times: 2 }] },
      [create, list, create, create],
      'fail [3 4]',
    ],
  ])('%s', (_what, scenario, steps, said) => {
    const verdict = judged('looks_after_lost_response', scenario, steps).replace(/: .* \[/, ' [')
    expect(verdict).toBe(said)
  })

  it.each<[what: string, calls: CoreCall[], said: string]>([
    ['at once', [], 'fail'],
    ['after another call', [list], 'pass'],
    ['after a call that shows nothing', [{ method: 'DELETE' }], 'fail'],
  ])('takes an alias that was removed for one that exists, undone %s', (_what, calls, verdict) => {
    const sandbox = coreSandbox(dropped)
    const account = sandbox.account('default')
    callCore(sandbox, shop)
    callCore(sandbox, list)
    const [alias] = account.aliases.all()
    sandbox.perform(account, 'delete_alias', { id: alias!.id }, MACHINE_MS)
    for (const call of calls) callCore(sandbox, call)
    undoIn(sandbox, account, 'act_1', MACHINE_MS)
    callCore(sandbox, shop)
    expect(account.aliases.size).toBe(2)
    const { etiquette } = reportOn([toJudged(account)])
    expect(etiquette.at(-1)).toMatchObject({ rule: 'looks_after_lost_response', verdict })
  })

  it('is not expected of a client that got an answer saying that nothing was stored', () => {
    const account = lived({}, [create, create])
    replaceWithFailure(account.requests.entries()[0]!, new PersistenceError('disk full'))
    expect(reportOn([toJudged(account)]).etiquette.at(-1)).toMatchObject({
      verdict: 'not_exercised',
    })
  })
})
