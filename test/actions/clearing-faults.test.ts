import { describe, expect, it } from 'vitest'
import { coreSandbox, MACHINE_MS } from '../support/core/core-sandbox.ts'

describe('clearing faults', () => {
  const faults = [{ kind: 'outage' }, { kind: 'burst' }, { kind: 'outage' }] as const

  it.each([
    [{}, 3, []],
    [{ kind: 'outage' }, 2, ['fault_2']],
    [{ id: 'fault_3' }, 1, ['fault_1', 'fault_2']],
  ])('%j disarms %i', (which, cleared, left) => {
    const sandbox = coreSandbox({ faults: [...faults] })
    const account = sandbox.account('default')
    expect(sandbox.perform(account, 'clear_faults', which, MACHINE_MS).result).toEqual({ cleared })
    const armed = account.state.faults.filter(({ over }) => !over)
    expect(armed.map(({ id }) => id)).toEqual(left)
  })

  it('refuses the id of a fault that does not exist', () => {
    const sandbox = coreSandbox({ faults: [...faults] })
    const clear = () =>
      sandbox.perform(sandbox.account('default'), 'clear_faults', { id: 'fault_4' }, MACHINE_MS)
    expect(clear).toThrow('fault "fault_4" does not exist')
  })
})
