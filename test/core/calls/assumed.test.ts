import { inProcess } from '../../../src/core/calls/arrival.ts'
import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { toAccountView } from '../../../src/control/views/account-view.ts'
import { callCore, type CoreCall } from '../../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'

// Where the document is silent, a choice decides the answer, and the entry marks it as assumed.

type Choices = NonNullable<Scenario['choices']>

const answer = (requested: CoreCall, choices: Choices = {}, scenario: Scenario = {}) =>
  callCore(coreSandbox({ ...scenario, choices }), requested)

const list = (query: string): CoreCall => ({ method: 'GET', query })
const label = (value: unknown): CoreCall => ({ body: JSON.stringify({ label: value }) })

describe('an answer that a choice decides is assumed', () => {
  it.each<[CoreCall, keyof Choices]>([
    [label(3), 'text_type'],
    [label(null), 'null_fields'],
    [label('x'.repeat(256)), 'text_limit'],
    [{ body: '{"colour":"red"}' }, 'unknown_fields'],
    [list('colour=red'), 'unknown_fields'],
    [{ query: 'colour=red' }, 'unknown_fields'],
    [list('limit=0'), 'limit_out_of_range'],
    [list('limit=101'), 'limit_out_of_range'],
  ])('%j: %s', (requested, choice) => {
    const entry = answer(requested)
    expect(entry.basis).toBe('assumed')
    expect(entry.choices).toContain(choice)
  })

  it.each<CoreCall>([
    label('x'.repeat(255)),
    { body: '{"single_use":3}' },
    { body: '{"expires_at":"x"}' },
    { body: '{' },
    list('limit=abc'),
    list('limit=100'),
    list('last_key=x'),
    { method: 'GET' },
    {},
  ])('%j: documented, for the document says it', (requested) => {
    expect(answer(requested).basis).toBe('documented')
  })
})

it('the answer to a body of another content type is assumed', () => {
  const request = { method: 'POST', path: '/v1/aliases', query: '', headers: {}, body: '{}' }
  const sandbox = coreSandbox({})
  const call = (contentType: string | undefined) =>
    sandbox.call(
      { ...request, content_type: contentType },
      'Bearer sandbox_default',
      inProcess(MACHINE_MS),
    )
  for (const type of [undefined, 'text/plain']) {
    expect(call(type)).toMatchObject({ basis: 'assumed', choices: ['content_type'] })
  }
  expect(call('application/json').choices).not.toContain('content_type')
})

describe('the choice decides', () => {
  it.each<[Choices, CoreCall, status: number, label: string | undefined]>([
    [{ text_type: 'ignore' }, label(3), 200, ''],
    [{ text_type: 'coerce' }, label(3), 200, '3'],
    [{ text_type: 'coerce' }, label([true]), 200, '[true]'],
    [{ null_fields: 'unset' }, label(null), 200, ''],
    [{ text_limit: 255 }, label('x'.repeat(256)), 400, undefined],
    [{ unknown_fields: 'reject' }, { body: '{"colour":"red"}' }, 400, undefined],
    [{ unknown_fields: 'reject' }, { query: 'colour=red' }, 400, undefined],
  ])('%j for %j: %i', (choices, requested, status, text) => {
    const { response } = answer(requested, choices)
    const { alias } = JSON.parse(response.body) as { alias?: { label: string } }
    expect([response.status, alias?.label]).toEqual([status, text])
  })

  it.each([
    ['limit=0', 1],
    ['limit=101', 100],
    ['limit=999999999999999999999', 100],
  ])('limits are clamped, by choice: %s lists %i', (query, listed) => {
    const entry = answer(list(query), { limit_out_of_range: 'clamp' }, { populate: 101 })
    expect(JSON.parse(entry.response.body)).toMatchObject({ has_more: true })
    expect((JSON.parse(entry.response.body) as { aliases: [] }).aliases).toHaveLength(listed)
  })
})

describe('a field that is omitted from a creation', () => {
  it.each([{}, { body: '{}' }])('%j: is unset', (requested) => {
    expect(JSON.parse(answer(requested).response.body)).toMatchObject({
      alias: {
        label: '',
        note: '',
        source: '',
        category: '',
        single_use: false,
        expires_at: null,
      },
    })
  })
})

describe('refused creations and the daily cap', () => {
  const collisions = { faults: [{ kind: 'collision' as const }] }
  const dailyUsed = (
    daily_spend: Choices['daily_spend'],
    scenario: Scenario,
    requested: CoreCall,
  ) => {
    const sandbox = coreSandbox({ ...scenario, choices: { daily_spend: daily_spend ?? 'created' } })
    const account = sandbox.account('default')
    // Predicting the next call uses nothing.
    for (let look = 0; look < 2; look += 1) toAccountView(account)
    expect(toAccountView(account).usage.daily.used).toBe(0)
    callCore(sandbox, requested)
    return toAccountView(account).usage.daily.used
  }

  it.each<[Choices['daily_spend'], what: string, Scenario, CoreCall, used: number]>([
    ['created', 'a creation', {}, {}, 1],
    ['collided', 'a creation', {}, {}, 1],
    ['attempted', 'a creation', {}, {}, 1],
    ['created', 'a collision', collisions, {}, 0],
    ['collided', 'a collision', collisions, {}, 1],
    ['attempted', 'a collision', collisions, {}, 1],
    ['attempted', 'a list', {}, { method: 'GET' }, 0],
  ])('%s: %s spends as it says', (daily_spend, _what, scenario, requested, used) => {
    expect(dailyUsed(daily_spend, scenario, requested)).toBe(used)
  })

  it.each([
    [48, 'documented'],
    [49, 'assumed'],
  ])('with %i used and one refused, the next is told as %s', (daily, basis) => {
    const sandbox = coreSandbox({ usage: { daily }, ...collisions })
    callCore(sandbox) // collides
    const { outcome, ...entry } = callCore(sandbox)
    expect([outcome, entry.basis]).toEqual(['created', basis])
    expect(entry.choices.includes('daily_spend')).toBe(basis === 'assumed')
  })
})
