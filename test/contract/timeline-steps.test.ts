import { describe, expect, it } from 'vitest'
import { timelineActions } from '../../src/contract/actions.ts'
import { checkScenario } from '../../src/contract/scenario.ts'
import { refusalsOf } from '../support/refusals-of.ts'

const refusals = (step: unknown) => refusalsOf(checkScenario({ timeline: [step] }))

const noTime = 'is not a time after the start such as +90s'
const noAction = `is not one of ${timelineActions.join(', ')}`

describe('a step of the timeline (an action at a time after the start)', () => {
  it.each([
    { at: '+0s', do: 'settle_invoice' },
    { at: '+1d12h', do: 'suspend_alias', id: 'a', reason: 'abuse' },
    { at: '+1.5h', do: 'arm_fault', kind: 'outage', times: 2 },
  ])('can be %j', (step) => {
    expect(refusals(step)).toEqual([])
  })

  it.each<[step: unknown, ...sentences: string[]]>([
    [5, ': 5 is not an object'],
    [{ do: 'settle_invoice' }, '.at: is missing'],
    [{ at: '+1s' }, '.do: is missing'],
    [{ at: 90, do: 'settle_invoice' }, `.at: 90 ${noTime}`],
    [{ at: '90s', do: 'settle_invoice' }, `.at: ${noTime}`],
    [{ at: '-90s', do: 'settle_invoice' }, `.at: ${noTime}`],
    [{ at: '+90', do: 'settle_invoice' }, `.at: ${noTime}`],
    [{ at: '+1s', do: 'reset' }, `.do: "reset" ${noAction}`],
    [{ at: 5, do: 'reset' }, `.at: 5 ${noTime}`, `.do: "reset" ${noAction}`],
    [
      { at: '+1s', do: 'fail_payment', when: 'later' },
      '.when: "later" is not one of now, next_charge',
    ],
    [{ at: '+1s', do: 'set_account' }, ': takes some of plan, billing, card'],
  ])('cannot be %j', (step, ...sentences) => {
    expect(refusals(step)).toEqual(sentences.map((sentence) => `timeline[0]${sentence}`))
  })
})
