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
