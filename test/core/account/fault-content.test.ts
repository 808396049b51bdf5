import { describe, expect, it } from 'vitest'
import { findContradiction } from '../../../src/core/account/consistency.ts'
import { sentWeight } from '../../../src/core/memory/weights.ts'
import type { Sandbox } from '../../../src/core/sandbox.ts'
import { storedBounds } from '../../../src/contract/values/bounds.ts'
import { callCore } from '../../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'

// Answers of one's own can have a megabyte each, so what an account holds of them is limited.

const large = (letter: string) => ({
  kind: 'answer' as const,
  status: 200,
  body: letter.repeat(1_000_000),
})
const most = storedBounds.faultBytes.max
const arm = (sandbox: Sandbox, fault: object) =>
  sandbox.perform(sandbox.account('default'), 'arm_fault', fault, MACHINE_MS)
const faultsOf = (sandbox: Sandbox) => sandbox.account('default').state.faults

describe('the bodies of the faults of an account', () => {
  it('have at most 4 MiB together; one more is refused and changes nothing', () => {
    const sandbox = coreSandbox({})
    for (const letter of 'abcd') arm(sandbox, large(letter))
    const before = faultsOf(sandbox)
    const refused = "the answers of an account's faults may have 4 MiB in all; clear some first"
    expect(() => arm(sandbox, large('e'))).toThrow(refused)
    expect(faultsOf(sandbox)).toBe(before)
    arm(sandbox, { kind: 'outage' })
    expect(faultsOf(sandbox).at(-1)).toMatchObject({ id: 'fault_5', kind: 'outage' })
  })

  it('go with the faults that ended first when others need their room', () => {
    const sandbox = coreSandbox({ limits: { burst: 'off' } })
    for (const letter of 'abcdefgh') {
      arm(sandbox, large(letter))
      expect(callCore(sandbox).response.body).toBe(large(letter).body)
      const held = faultsOf(sandbox).reduce((sum, fault) => sum + sentWeight(fault), 0)
      expect(held).toBeLessThanOrEqual(most)
    }
    expect(faultsOf(sandbox).map(({ id }) => id)).toEqual([
      'fault_5',
      'fault_6',
      'fault_7',
      'fault_8',
    ])
  })

  it('count as content of the account, until they are gone', () => {
    const sandbox = coreSandbox({})
    const bytes = () => sandbox.account('default').weight
    const before = bytes()
    for (const letter of 'abcd') arm(sandbox, large(letter))
    expect(bytes() - before).toBeGreaterThan(4_000_000)
    arm(sandbox, { kind: 'outage' })
    sandbox.perform(sandbox.account('default'), 'clear_faults', {}, MACHINE_MS)
    arm(sandbox, large('e'))
    arm(sandbox, large('f'))
    expect(bytes() - before).toBeLessThan(most + 10_000)
  })

  it('have a limit in a scenario and in a state too', () => {
    const faults = [...'abcde'].map(large)
    expect(() => coreSandbox({ faults })).toThrow('may have 4 MiB in all')
    const sandbox = coreSandbox({ faults: [large('a')] })
    const state = sandbox.toState(MACHINE_MS)
    const [account] = state.accounts
    const [fault] = account!.faults
    account!.faults = [...'abcde'].map((letter) => ({ ...fault!, ...large(letter) }))
    expect(findContradiction(state)).toBe(
      'account default has faults whose answers have more than 4 MiB in all',
    )
  })
})

it('a state in which a 429 asks to wait longer than its fault says is refused', () => {
  const sandbox = coreSandbox({ faults: [{ kind: 'burst', times: 3, retry_after: 20 }] })
  callCore(sandbox)
  const state = sandbox.toState(MACHINE_MS)
  expect(findContradiction(state)).toBeUndefined()
  state.accounts[0]!.faults[0]!.retry_after = 19
  expect(findContradiction(state)).toBe(
    'account default has fault fault_1 with a wait_ends_at_ms that is too late',
  )
})
