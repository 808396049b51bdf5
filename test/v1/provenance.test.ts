import { describe, expect, it } from 'vitest'
import { errors, documentedErrors, type ErrorName } from '../../src/contract/errors.ts'
import { choiceIds, valuesOf, type ChoiceId } from '../../src/contract/choices/choices.ts'
import type { Scenario } from '../../src/contract/scenario/scenario.ts'
import type { RequestEntry } from '../../src/contract/history/entry.ts'
import { callCore, type CoreCall } from '../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../support/core/core-sandbox.ts'

type Ask = CoreCall
type Step = Ask | [action: string, input?: object]
/** What a call meets: how its account starts, and what happens before it. */
type Situation = [what: string, start: Scenario, ask: Ask, ...before: Step[]]

const create = (body: string): Ask => ({ body })
const list = (query = ''): Ask => ({ method: 'GET', query })
const canceled = { account: { billing: 'canceled' } } as const
const collision = { faults: [{ kind: 'collision' as const }] }
const seeds = { aliases: [{ id: 'a', single_use: true }, { id: 'b', expires_at: '+10m' }, {}] }
const full = { usage: { burst: 60, burst_resets_in: '30s' } } as const

const situations: Situation[] = [
  ['a creation', {}, {}],
  ['a creation with every field', {}, create('{"label":"a","single_use":true}')],
  ['drawn from an alphabet of the scenario', { ids: { alphabet: 'ab', length: 9 } }, {}],
  ['a long text', {}, create(JSON.stringify({ note: 'x'.repeat(256) }))],
  ['a text of 255', {}, create(JSON.stringify({ note: 'x'.repeat(255) }))],
  ['a number as label', {}, create('{"label":3}')],
  ['null', {}, create('{"label":null}')],
  ['an unknown field', {}, create('{"colour":"red"}')],
  ['what is not JSON', {}, create('{')],
  ['single_use as text', {}, create('{"single_use":"yes"}')],
  ['an empty list', {}, list()],
  ['one alias', { populate: 1 }, list()],
  ['a short list', { populate: 9 }, list()],
  ['a page and more', { populate: 30 }, list()],
  ['a limit of 5', { populate: 30 }, list('limit=5')],
  ['limit=0', { populate: 3 }, list('limit=0')],
  ['limit=abc', { populate: 3 }, list('limit=abc')],
  ['an unknown parameter', { populate: 3 }, list('colour=red')],
  ['a suspended alias', { aliases: [{ status: 'suspended' }] }, list()],
  ['replies', { aliases: [{ replies_enabled: true }] }, list()],
  ['a full window', full, list()],
  ['a full window and a bad limit', full, list('limit=abc')],
  ['a full window and a bad body', full, create('{')],
  ['a spent daily cap', { usage: { daily: 50 } }, {}],
  ['past due', { account: { billing: 'past_due' } }, list()],
  ['canceled', canceled, list()],
  ['Free', { account: { plan: 'free' } }, list()],
  ['a bad key', {}, { ...list(), key: 'nobody' }],
  ['an outage', { faults: [{ kind: 'outage' }] }, list()],
  ['a bad key in an outage', { faults: [{ kind: 'outage' }] }, { ...list(), key: 'nobody' }],
  [
    'a bad key in an outage of the other operation',
    { faults: [{ kind: 'outage', operation: 'create' }] },
    { ...list(), key: 'nobody' },
  ],
  [
    'past due in an outage',
    { account: { billing: 'past_due' }, faults: [{ kind: 'outage' }] },
    list(),
  ],
  [
    'a bad key in an outage that is checked first',
    { faults: [{ kind: 'outage' }], choices: { check_order: 'outage_first' } },
    { ...list(), key: 'nobody' },
  ],
  [
    'Free in an outage that is checked first',
    {
      account: { plan: 'free' },
      faults: [{ kind: 'outage' }],
      choices: { check_order: 'outage_first' },
    },
    list(),
  ],
  ['a forced collision', { faults: [{ kind: 'collision' }] }, {}],
  ['a method that is not offered', {}, { method: 'DELETE' }],
  ['an unknown parameter of a creation', {}, { query: 'colour=red' }],
  ['another content type', {}, { ...create('{}'), contentType: 'text/plain' }],
  ['two fields of the wrong type', {}, create('{"label":1,"note":2}')],
  ['single_use: null', {}, create('{"single_use":null}')],
  ['no key', {}, { ...list(), key: null }],
  ['a long time after cancellation', canceled, list(), ['advance_clock', { by: '30d' }]],
  ['a day less', canceled, list(), ['advance_clock', { by: '29d' }]],
  ['as many as a smaller page holds', { populate: 5, choices: { page_size: 5 } }, list()],
  ['more than a smaller page', { populate: 6, choices: { page_size: 5 } }, list()],
  ['a full page', { populate: 5 }, list('limit=5')],
  ['more than a short page', { populate: 4 }, list('limit=5')],
  ['a page cut short', { populate: 4, choices: { pages: 'short' } }, list('limit=5')],
  ['ids by the scenario', { populate: 1, ids: { alphabet: 'ab', length: 9 } }, list()],
  ['a burned alias', seeds, list(), ['forward_message', { id: 'a' }]],
  ['an expired alias', seeds, list(), ['advance_clock', { by: '10m' }]],
  ['the last creation of a day', { usage: { daily: 49 } }, {}],
  ['the last one, after a collision', { ...collision, usage: { daily: 49 } }, {}, {}],
  ['the last but one, after a collision', { ...collision, usage: { daily: 48 } }, {}, {}],
  ['the last one, after a bad body', { usage: { daily: 49 } }, {}, create('{')],
  [
    'the last one, after a collision of the day before',
    { ...collision, limits: { daily: 1 } },
    {},
    {},
    ['advance_clock', { to: 'utc_midnight' }],
  ],
  ...(['collided', 'attempted'] as const).flatMap((daily_spend) =>
    [48, 49, 50].map((daily): Situation => [
      `${daily} used and one collided, by daily_spend ${daily_spend}`,
      { ...collision, usage: { daily }, choices: { daily_spend } },
      {},
      {},
    ]),
  ),
  ['a window that a list filled', { usage: { burst: 59 } }, list(), list()],
]

/** Choices that change the format of every answer or refusal; naming them in each entry is no help. */
const responseChoices: ChoiceId[] = ['extra_fields', 'message_text', 'cors']
/** Choices that a single first call cannot show. */
const ofHistory: ChoiceId[] = ['burst_window']

function answered(
  start: Scenario,
  ask: Ask,
  choices: Scenario['choices'] = {},
  before: readonly Step[] = [],
): RequestEntry {
  const clock = { mode: 'frozen' as const }
  const sandbox = coreSandbox({ clock, ...start, choices: { ...start.choices, ...choices } })
  for (const step of before) {
    if (!Array.isArray(step)) callCore(sandbox, step)
    else sandbox.perform(sandbox.account('default'), step[0], step[1] ?? {}, MACHINE_MS)
  }
  return callCore(sandbox, ask)
}

function spoken({ response }: RequestEntry): string {
  return JSON.stringify([response.status, response.headers, response.body])
}

describe('the choices of an entry', () => {
  it.each(situations)('%s: those that change the answer, assumed if its outcome', (...row) => {
    const [, start, ask, ...before] = row
    const entry = answered(start, ask, {}, before)
    const alternatives = (id: ChoiceId) => (id === 'domain' ? ['mail.example'] : valuesOf(id))
    const others = (id: ChoiceId) =>
      alternatives(id).map((value) => answered(start, ask, { [id]: value }, before))
    const decisive = choiceIds.filter((id) =>
      others(id).some((other) => spoken(other) !== spoken(entry)),
    )
    const isCompared = (id: ChoiceId) => !responseChoices.includes(id) && !ofHistory.includes(id)
    expect(entry.choices.toSorted().filter(isCompared)).toEqual(
      decisive.toSorted().filter(isCompared),
    )
    if (entry.basis === 'injected') return
    const isOpen = decisive.some(
      (id) =>
        isCompared(id) &&
        id !== 'canceled_becomes_free' && // the document names no end of a canceled subscription
        others(id).some(({ outcome }) => outcome !== entry.outcome),
    )
    expect(entry.basis).toBe(isOpen ? 'assumed' : 'documented')
  })
})

/** Each documented refusal with its cause; a fault of the same name forces it. */
const causes: Record<(typeof documentedErrors)[number], [Scenario, Ask, detail: RegExp] | null> = {
  invalid_key: [{ account: { key: 'revoked' } }, list(), /was revoked/],
  plan_required: [{ account: { plan: 'free' } }, list(), /Plus or Pro/],
  plan_past_due: [{ account: { billing: 'past_due' } }, list(), /until the invoice is settled/],
  plan_canceled: [{ account: { billing: 'canceled' } }, list(), /is canceled/],
  outage: null, // no cause within an account: only a fault
  burst: [full, list(), /Request 61 exceeds the limit of 60 in a window that resets in 30 s/],
  bad_request: [{}, create('{"single_use":1}'), /single_use is 1/],
  daily_cap: [{ usage: { daily: 50 } }, {}, /50 of 50 creations/],
  collision: [
    { ids: { alphabet: 'a', length: 1 }, aliases: [{ id: 'a' }] },
    {},
    /All 3 drawn addresses already exist/,
  ],
}

describe('the reason of a refusal', () => {
  const caused = documentedErrors.flatMap((name) => {
    const cause = causes[name]
    return cause ? [[name, ...cause] as const] : []
  })

  it.each(caused)('%s by its cause: documented, with the row', (name, start, ask, detail) => {
    const entry = answered(start, ask)
    expect(entry).toMatchObject({ outcome: name, basis: 'documented', fault: null })
    expect([entry.response.status, entry.source]).toEqual([
      errors[name].status,
      errors[name].source,
    ])
    expect(entry.why).toMatch(detail)
    expect(entry.checks.filter(({ passed }) => !passed)).toEqual([entry.checks.at(-1)])
  })

  const forced = documentedErrors.filter((name) => name !== 'bad_request')
  it.each(forced)('%s by a fault: injected, with the fault, else the same', (name) => {
    const entry = answered({ faults: [{ kind: name }] }, {})
    expect(entry).toMatchObject({ outcome: name, basis: 'injected', fault: 'fault_1' })
    expect(entry.source).toBe(errors[name satisfies ErrorName].source)
    const cause = causes[name]
    if (cause && name !== 'burst') {
      const { response } = answered(cause[0], cause[1])
      expect(entry.response).toEqual(response)
    }
  })

  it('a window that a refused list filled is assumed, for such lists need not count', () => {
    const entry = answered({ usage: { burst: 59 } }, list(), {}, [list('limit=x')])
    expect(entry).toMatchObject({ outcome: 'burst', basis: 'assumed' })
    expect(entry.choices).toContain('rejected_spend_burst')
  })

  it('a limit set by a scenario is not documented: injected', () => {
    const entry = answered({ limits: { daily: 1 }, usage: { daily: 1 } }, {})
    expect(entry).toMatchObject({ outcome: 'daily_cap', basis: 'injected', fault: null })
  })

  it('passed checks include their numbers', () => {
    const { checks } = answered({ usage: { burst: 7, daily: 3 } }, {})
    const message = checks.map(({ check, passed, detail }) => [check, passed, detail])
    expect(message).toEqual([
      ['key', true, undefined],
      ['plan', true, 'plus, active'],
      ['outage', true, undefined],
      ['burst', true, '8/60'],
      ['body', true, undefined],
      ['daily', true, '4/50'],
      ['draw', true, '1 of 3'],
    ])
  })
})
