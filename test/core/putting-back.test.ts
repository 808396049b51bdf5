import { describe, expect, it } from 'vitest'
import { callCore } from '../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../support/core/core-sandbox.ts'
import { becomes, stateOf, type SandboxState } from '../support/core/states.ts'

// Restoring a sandbox: completely or not at all.

const list = { method: 'GET' }

/** `default` and `mine`, each with one call in its journal and one alias. */
function openTwo() {
  const sandbox = coreSandbox({}, { seed: 7 })
  const mine = sandbox.createAccount({ name: 'mine', apiKey: 'my_key' }, MACHINE_MS)
  callCore(sandbox)
  callCore(sandbox, { key: 'my_key' })
  return { sandbox, mine, before: stateOf(sandbox, MACHINE_MS), checkpoint: sandbox.checkpoint() }
}

const twoDefaults = (state: SandboxState) => ({
  ...state,
  accounts: [state.accounts[0]!, state.accounts[0]!],
})

describe('restoring the sandbox', () => {
  it('restores aliases, keys and the seed, and starts new journals', () => {
    const { sandbox, before } = openTwo()
    const other = coreSandbox({})
    other.createAccount({ name: 'gone', apiKey: 'gone_key' }, MACHINE_MS)
    becomes(other, before)
    expect(stateOf(other, MACHINE_MS)).toEqual(stateOf(sandbox, MACHINE_MS))
    expect(other.accounts().map(({ journal }) => journal.entries())).toEqual([[], []])
    const outcomes = ['my_key', 'sandbox_default', 'gone_key'].map(
      (key) => callCore(other, { ...list, key }).outcome,
    )
    expect(outcomes).toEqual(['listed', 'listed', 'invalid_key'])
  })

  it('is refused when the state contradicts itself, and changes nothing', () => {
    const { sandbox, before } = openTwo()
    expect(() => becomes(sandbox, twoDefaults(before))).toThrow('two accounts are named default')
    expect(stateOf(sandbox, MACHINE_MS)).toEqual(before)
  })
})

describe('rolling back', () => {
  it('keeps the entries of the journals', () => {
    const { sandbox, before, checkpoint } = openTwo()
    callCore(sandbox)
    sandbox.createAccount({ name: 'new' }, MACHINE_MS)
    sandbox.rollBack(checkpoint, MACHINE_MS)
    expect(stateOf(sandbox, MACHINE_MS)).toEqual(before)
    expect(sandbox.accounts().map(({ journal }) => journal.entries().length)).toEqual([2, 1])
  })

  it('restores a deleted account, with an empty journal', () => {
    const { sandbox, checkpoint } = openTwo()
    sandbox.deleteAccount('mine')
    sandbox.rollBack(checkpoint, MACHINE_MS)
    expect(sandbox.account('mine').journal.entries()).toEqual([])
    expect(callCore(sandbox, { ...list, key: 'my_key' }).outcome).toBe('listed')
  })
})
