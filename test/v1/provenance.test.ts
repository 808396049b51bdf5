import { describe, expect, it } from 'vitest'
import { choiceIds, valuesOf, type ChoiceId } from '../../src/contract/choices.ts'
import type { Scenario } from '../../src/contract/scenario.ts'
import type { Entry } from '../../src/core/journal.ts'
import { callCore } from '../support/core-call.ts'
import { coreSandbox } from '../support/core-sandbox.ts'

type Ask = Parameters<typeof callCore>[1]
type Situation = [what: string, start: Scenario, ask: Ask]

const create = (body: string): Ask => ({ body })
const list = (query = ''): Ask => ({ method: 'GET', query })
const full = { usage: { burst: 60, burst_resets_in: '30s' } }

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

/** Those that change how every answer, or every refusal, is dressed: naming them each time says nothing. */
const dressing: ChoiceId[] = ['extra_fields', 'message_text', 'cors']
/** Those of which a single first call cannot know. */
const ofHistory: ChoiceId[] = ['burst_window']

function answered(start: Scenario, ask: Ask, choices: Scenario['choices'] = {}): Entry {
  return callCore(coreSandbox({ ...start, choices: { ...start.choices, ...choices } }), ask)
}

function spoken({ response }: Entry): string {
  return JSON.stringify([response.status, response.headers, response.body])
}

describe('the choices of an entry', () => {
  it.each(situations)(
    '%s: those of which an alternative changes the answer',
    (_what, start, ask) => {
      const entry = answered(start, ask)
      const alternatives = (id: ChoiceId) => (id === 'domain' ? ['mail.example'] : valuesOf(id))
      const decisive = choiceIds.filter((id) =>
        alternatives(id).some(
          (value) => spoken(answered(start, ask, { [id]: value })) !== spoken(entry),
        ),
      )
      const isCompared = (id: ChoiceId) => !dressing.includes(id) && !ofHistory.includes(id)
      expect(entry.choices.filter(isCompared).toSorted()).toEqual(
        decisive.filter(isCompared).toSorted(),
      )
    },
  )
})
