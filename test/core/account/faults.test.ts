import { describe, expect, it } from 'vitest'
import type { FaultKind } from '../../../src/contract/faults.ts'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { clearFaults } from '../../../src/core/account/faults.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'

type Faults = NonNullable<Scenario['faults']>

const accountOf = (...faults: Faults) => coreSandbox({ faults }).account('default')

describe('faults are cleared', () => {
  const three: Faults = [{ kind: 'outage' }, { kind: 'outage' }, { kind: 'burst' }]

  it.each<[Parameters<typeof clearFaults>[1], armed: string]>([
    [{}, ''],
    [{ id: 'fault_2' }, 'fault_1 fault_3'],
    [{ kind: 'outage' }, 'fault_3'],
    [{ kind: 'outage', id: 'fault_1' }, 'fault_2 fault_3'],
    [{ kind: 'outage', id: 'fault_3' }, 'fault_1 fault_2 fault_3'],
    [{ kind: 'hang' }, 'fault_1 fault_2 fault_3'],
  ])('by %j: armed stay %j', (which, armed) => {
    const account = accountOf(...three)
    const cleared = clearFaults(account, which)
    const left = account.state.faults.filter(({ over }) => !over).map(({ id }) => id)
    expect(left.join(' ')).toBe(armed)
    expect(cleared).toBe(3 - left.length)
    expect(clearFaults(account, which)).toBe(0)
  })
})

describe('faults that are over', () => {
  it.each([
    [6, 1],
    [10, 1],
    [11, 2],
    [50, 41],
  ])('of %i the last ten stay, from fault_%i on, and every armed one', (over, first) => {
    const sandbox = coreSandbox({ faults: [{ kind: 'hang' }] })
    const account = sandbox.account('default')
    const arm = (kind: FaultKind) => sandbox.perform(account, 'arm_fault', { kind }, MACHINE_MS)
    for (let made = 0; made < over; made += 1) arm('outage')
    sandbox.perform(account, 'clear_faults', { kind: 'outage' }, MACHINE_MS)
    arm('burst')
    const ids = account.state.faults.map(({ id }) => Number(id.slice('fault_'.length)))
    const stored = Array.from({ length: Math.min(over, 10) }, (_, index) => index + first + 1)
    expect(ids).toEqual([1, ...stored, over + 2])
  })
})
