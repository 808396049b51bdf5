import { describe, expect, it } from 'vitest'
import { timelineActions } from '../../src/contract/actions.ts'
import { checkScenario } from '../../src/contract/scenario.ts'
import { refusalsOf } from '../support/refusals-of.ts'

const refusals = (step: unknown) => refusalsOf(checkScenario({ timeline: [step] }))

const noTime = 'must be a time after the start such as +90s'
const noAction = `must be one of ${timelineActions.join(', ')}`

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
  ])('cannot be %j', (step, ...sentences) => {
    expect(refusals(step)).toEqual(sentences.map((sentence) => `timeline[0]${sentence}`))
  })
})
