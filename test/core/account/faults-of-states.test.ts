import { expect, it } from 'vitest'
import { findContradictionOf } from '../../../src/core/account/consistency.ts'
import { callCore } from '../../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'
import { stateOf } from '../../support/core/states.ts'

const large = (letter: string) => ({
  kind: 'answer' as const,
  status: 200,
  body: letter.repeat(1_000_000),
})

it('the bodies of faults count: where they would take all memory, one more is refused and changes nothing', () => {
  const sandbox = coreSandbox({})
  const account = sandbox.account('default')
  const arm = () => sandbox.perform(account, 'arm_fault', large('a'), MACHINE_MS)
  const refused = 'holds all that it may, 64 MiB of accounts and aliases'
  expect(() => {
    for (let armed = 0; armed < 100; armed += 1) arm()
  }).toThrow(refused)
  const before = account.state.faults
  expect(arm).toThrow(refused)
  expect(account.state.faults).toBe(before)
  const faults = Array.from({ length: 100 }, () => large('a'))
  expect(() => coreSandbox({ faults })).toThrow(refused)
})

it('faults that ended make room for others', () => {
  const sandbox = coreSandbox({ limits: { burst: 'off' } })
  for (let armed = 0; armed < 100; armed += 1) {
    sandbox.perform(sandbox.account('default'), 'arm_fault', large('a'), MACHINE_MS)
    expect(callCore(sandbox).response.body).toBe(large('a').body)
  }
})

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
