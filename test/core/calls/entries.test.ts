import { bodySize } from '../../../src/core/sizes/lazy-response.ts'
import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import type { ActionName } from '../../../src/contract/actions.ts'
import { callCore, type CoreCall } from '../../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'

// Facts about a call in the journal, besides its answer.

const list: CoreCall = { method: 'GET' }
const clock = { now: '2026-03-01T12:00:00Z' }

const entryOf = (scenario: Scenario, requested: CoreCall) =>
  callCore(coreSandbox({ clock, ...scenario }), requested)

describe('an entry records of its call', () => {
  it('the steps that a list passed', () => {
    expect(entryOf({}, list).checks).toEqual([
      { check: 'key', passed: true },
      { check: 'plan', passed: true, detail: 'plus, active' },
      { check: 'outage', passed: true },
      { check: 'burst', passed: true, detail: '1/60' },
      { check: 'query', passed: true },
    ])
  })

  it.each([
    ['frozen' as const, 10, 0],
    ['running' as const, 10, 10],
    ['running' as const, 1, 1],
  ])('on a clock that is %s at scale %i: ran %i times as fast', (mode, scale, clock_scale) => {
    expect(entryOf({ clock: { mode, scale } }, list).clock_scale).toBe(clock_scale)
  })

  it('a choice only once, even if it decided two things', () => {
    expect(entryOf({}, { body: '{"label":1,"note":2}' }).choices).toEqual(['text_type'])
    const choices = { text_type: 'coerce' } as const
    const two = entryOf({ choices }, { body: '{"label":1,"note":2}' })
    expect(two.choices.filter((choice) => choice === 'text_type')).toHaveLength(1)
  })
  it.each([
    ['ASCII', 'shop'],
    ['Latin-1', 'é'],
    ['two bytes a character', `${'x'.repeat(40_000)}日`],
    ['characters to escape', '"\u0001'.repeat(8_000)],
  ])('the size of its answer, whatever its label takes in memory: %s', (_of, label) => {
    const { response } = callCore(coreSandbox({ clock }), { body: JSON.stringify({ label }) })
    expect(JSON.parse(response.body)).toMatchObject({ alias: { label } })
    expect(bodySize(response)).toBe(response.body.length)
  })

  it('the answer that a creation had, whatever becomes of its alias and of the choices', () => {
    const sandbox = coreSandbox({ clock })
    const account = sandbox.account('default')
    const perform = (action: ActionName, input: object) =>
      sandbox.perform(account, action, input, MACHINE_MS)
    const { response } = callCore(sandbox, { body: '{"label":"shop"}' })
    const answered = response.body
    const { id } = (JSON.parse(answered) as { alias: { id: string } }).alias
    perform('suspend_alias', { id })
    perform('set_choices', { extra_fields: 'one', domain: 'other.example' })
    perform('delete_alias', { id })
    expect(response.body).toBe(answered)
  })
})
