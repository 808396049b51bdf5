import { describe, expect, it } from 'vitest'
import { actionsAtCalls, timedActions } from '../../src/contract/actions.ts'
import { operations } from '../../src/contract/operations.ts'
import { checkScenario } from '../../src/contract/scenario/scenario.ts'
import { refusalsOf } from '../support/refusals-of.ts'

const refusals = (step: unknown) => refusalsOf(checkScenario({ timeline: [step] }))

const noTime = 'must be a time after the start such as +90s'
const noAction = `must be one of ${timedActions.join(', ')}`

describe('a step of the timeline (an action at a time after the start)', () => {
  it.each([
    { at: '+0s', do: 'settle_invoice' },
    { at: '+1d12h', do: 'suspend_alias', id: 'a', reason: 'abuse' },
    { at: '+1.5h', do: 'arm_fault', kind: 'outage', times: 2 },
  ])('can be %j', (step) => {
    expect(refusals(step)).toEqual([])
  })

  it.each<[step: unknown, ...sentences: string[]]>([
    [5, ' must be an object (got 5)'],
    [{ do: 'settle_invoice' }, '.at is required'],
    [{ at: '+1s' }, '.do is required'],
    [{ at: 90, do: 'settle_invoice' }, `.at ${noTime} (got 90)`],
    [{ at: '90s', do: 'settle_invoice' }, `.at ${noTime} (got "90s")`],
    [{ at: '-90s', do: 'settle_invoice' }, `.at ${noTime} (got "-90s")`],
    [{ at: '+90', do: 'settle_invoice' }, `.at ${noTime} (got "+90")`],
    [{ at: '+1s', do: 'reset' }, `.do ${noAction} (got "reset")`],
    [{ at: 5, do: 'reset' }, `.at ${noTime} (got 5)`, `.do ${noAction} (got "reset")`],
    [
      { at: '+1s', do: 'fail_payment', when: 'later' },
      '.when must be one of now, next_charge (got "later")',
    ],
    [{ at: '+1s', do: 'set_account' }, ' must contain at least one of plan, billing, card'],
    [{ at: '+1s', do: 'advance_clock', by: '1s' }, `.do ${noAction} (got "advance_clock")`],
    [
      { at: '+1s', do: 'fail_payment', operation: 'list' },
      '.operation requires at_call: it says which requests count',
    ],
  ])('cannot be %j', (step, ...sentences) => {
    expect(refusals(step)).toEqual(sentences.map((sentence) => `timeline[0]${sentence}`))
  })
})

describe('a step of the timeline at a call', () => {
  it.each([
    { at_call: 1, do: 'settle_invoice' },
    { at_call: 2, operation: 'list', do: 'suspend_alias', id: '{first}' },
    { at_call: 1_000_000, operation: 'any', do: 'advance_clock', by: '1d' },
    { at_call: 1, operation: 'create', do: 'arm_fault', kind: 'collision' },
  ])('can be %j', (step) => {
    expect(refusals(step)).toEqual([])
  })

  const noActionAtCall = `must be one of ${actionsAtCalls.join(', ')}`

  it.each<[step: unknown, ...sentences: string[]]>([
    [{ at_call: 0, do: 'settle_invoice' }, '.at_call must be an integer from 1 to 1000000 (got 0)'],
    [{ at_call: 1, do: 'reset' }, `.do ${noActionAtCall} (got "reset")`],
    [{ operation: 'list', do: 'settle_invoice' }, '.at_call is required'],
    [{ at_call: 1, at: '+1s', do: 'settle_invoice' }, ' must not contain both at and at_call'],
    [{ at_call: 1, do: 'arm_fault', kind: 'outage', op: 'list' }, ': unknown field "op"'],
    [
      { at_call: 1, operation: 'delete', do: 'settle_invoice' },
      `.operation must be one of ${operations.join(', ')}, any (got "delete")`,
    ],
  ])('cannot be %j', (step, ...sentences) => {
    expect(refusals(step)).toEqual(
      sentences.map((sentence) => expect.stringContaining(`timeline[0]${sentence}`)),
    )
  })
})
