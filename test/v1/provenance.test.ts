import { describe, expect, it } from 'vitest'
import { errors, documentedErrors, type ErrorName } from '../../src/contract/errors.ts'
import { choiceIds, valuesOf, type ChoiceId } from '../../src/contract/choices/choices.ts'
import type { Scenario } from '../../src/contract/scenario/scenario.ts'
import type { RequestEntry } from '../../src/contract/history/entry.ts'
import { callCore } from '../support/core/core-call.ts'
import { coreSandbox } from '../support/core/core-sandbox.ts'

type Ask = Parameters<typeof callCore>[1]
type Situation = [what: string, start: Scenario, ask: Ask]

const create = (body: string): Ask => ({ body })
const list = (query = ''): Ask => ({ method: 'GET', query })
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
  ['canceled', { account: { billing: 'canceled' } }, list()],
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
]

/** Choices that change the format of every answer or refusal; naming them in each entry is no help. */
const responseChoices: ChoiceId[] = ['extra_fields', 'message_text', 'cors']
/** Choices that a single first call cannot show. */
const ofHistory: ChoiceId[] = ['burst_window']

function answered(start: Scenario, ask: Ask, choices: Scenario['choices'] = {}): RequestEntry {
  return callCore(coreSandbox({ ...start, choices: { ...start.choices, ...choices } }), ask)
}

function spoken({ response }: RequestEntry): string {
  return JSON.stringify([response.status, response.headers, response.body])
}

describe('the choices of an entry', () => {
  it.each(situations)(
    '%s: exactly those with an alternative that changes the answer',
    (_what, start, ask) => {
      const entry = answered(start, ask)
      const alternatives = (id: ChoiceId) => (id === 'domain' ? ['mail.example'] : valuesOf(id))
      const decisive = choiceIds.filter((id) =>
        alternatives(id).some(
          (value) => spoken(answered(start, ask, { [id]: value })) !== spoken(entry),
        ),
      )
      const isCompared = (id: ChoiceId) => !responseChoices.includes(id) && !ofHistory.includes(id)
      expect(entry.choices.filter(isCompared).toSorted()).toEqual(
        decisive.filter(isCompared).toSorted(),
      )
    },
  )
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
