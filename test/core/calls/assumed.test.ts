import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { toAccountView } from '../../../src/control/views/account-view.ts'
import { callCore, type CoreCall } from '../../support/core/core-call.ts'
import { coreSandbox } from '../../support/core/core-sandbox.ts'

// Where the document is silent, a choice decides the answer.

type Choices = NonNullable<Scenario['choices']>

const answer = (requested: CoreCall, choices: Choices = {}, scenario: Scenario = {}) =>
  callCore(coreSandbox({ ...scenario, choices }), requested)

const list = (query: string): CoreCall => ({ method: 'GET', query })
const label = (value: unknown): CoreCall => ({ body: JSON.stringify({ label: value }) })

describe('the choice decides', () => {
  it.each<[Choices, CoreCall, status: number, label: string | undefined]>([
    [{ text_type: 'ignore' }, label(3), 200, ''],
    [{ text_type: 'coerce' }, label(3), 200, '3'],
    [{ text_type: 'coerce' }, label([true]), 200, '[true]'],
    [{ null_fields: 'unset' }, label(null), 200, ''],
    [{ null_fields: 'unset' }, { body: '{"single_use":null}' }, 400, undefined],
    [{ text_limit: 255 }, label('x'.repeat(256)), 400, undefined],
    [{ text_limit: 255 }, label('😀'.repeat(255)), 200, '😀'.repeat(255)],
    [{ text_limit: 255 }, label('😀'.repeat(256)), 400, undefined],
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
})
