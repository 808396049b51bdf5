import { expect, it } from 'vitest'
import { findContradictionOf } from '../../../src/core/account/consistency.ts'
import { callCore } from '../../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'
import { stateOf } from '../../support/core/states.ts'

it('a state in which a 429 asks to wait longer than its fault says is refused', () => {
  const sandbox = coreSandbox({ faults: [{ kind: 'burst', times: 3, retry_after: 20 }] })
  callCore(sandbox)
  const state = stateOf(sandbox, MACHINE_MS)
  expect(findContradictionOf(state.accounts[0]!)).toBeUndefined()
  state.accounts[0]!.faults[0]!.retry_after = 19
  expect(findContradictionOf(state.accounts[0]!)).toBe(
    'account default has fault fault_1 with a wait_ends_at_ms that is too late',
  )
})
