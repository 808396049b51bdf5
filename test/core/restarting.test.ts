import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { check } from '../../src/contract/values/validation-issue.ts'
import { findContradiction } from '../../src/core/account/consistency.ts'
import type { Sandbox } from '../../src/core/sandbox.ts'
import { callCore } from '../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../support/core/core-sandbox.ts'
import { DrivenSandbox, inputs, inputsAndResets } from '../support/core/random-inputs.ts'
import { runs } from '../support/runs.ts'
import { becomes, sandboxState, stateOf, type SandboxState } from '../support/core/states.ts'

// A sandbox that is saved and loaded continues as if nothing had happened: its answers and its next
// random draws are the same.

const start = {
  aliases: [{ id: 'a' }, { id: 'b', expires_at: '+1h' }, { id: 'once', single_use: true }],
  timeline: [{ at: '+2m', do: 'rotate_key' }],
} as const

/** Returns the sandbox restored from its state as JSON text, as in a file or a request. */
function loaded(sandbox: Sandbox, machineMs: number): Sandbox {
  const text = JSON.stringify(stateOf(sandbox, machineMs))
  const checked = check(sandboxState, JSON.parse(text))
  if (!checked.ok) throw new Error(checked.issues.map(({ message }) => message).join())
  const again = coreSandbox({ account: { plan: 'free' } }, { seed: 99 })
  becomes(again, checked.value)
  return again
}

describe('a sandbox that is saved and loaded', () => {
  it('answers everything as if it had never stopped, including the names and keys of new accounts', () => {
    fc.assert(
      fc.property(inputsAndResets, inputsAndResets, (before, after) => {
        const going = new DrivenSandbox(coreSandbox(start as never))
        for (const input of before) going.give(input)
        going.give({ do: 'wait', ms: 0 })
        const again = new DrivenSandbox(loaded(going.sandbox, going.now), going)
        for (const input of after) expect(again.give(input)).toEqual(going.give(input))
        expect(again.state()).toEqual(going.state())
      }),
      { numRuns: runs(300) },
    )
  })

  it('does not give a deleted account’s name and key to the next one', () => {
    const sandbox = coreSandbox({})
    const create = (from: Sandbox) => {
      const { name, state } = from.createAccount({}, MACHINE_MS)
      return [name, state.key.current]
    }
    const made = [create(sandbox), create(sandbox)]
    sandbox.deleteAccount('plus__1')
    const next = create(loaded(sandbox, MACHINE_MS))
    expect(next).toEqual(create(sandbox))
    expect(next[0]).toBe('plus__3')
    expect(made.map(([, key]) => key)).not.toContain(next[1])
  })

  it('continues to vary the wording of its messages where it stopped', () => {
    const sandbox = coreSandbox({ choices: { message_text: 'varied' } })
    const refused = (from: Sandbox) => callCore(from, { path: '/v1/nothing' }).response.body
    const texts = [refused(sandbox), refused(sandbox)]
    const again = loaded(sandbox, MACHINE_MS)
    const next = refused(again)
    expect(next).toBe(refused(sandbox))
    expect(texts).not.toContain(next)
  })
})

describe('a key that the sandbox draws', () => {
  it('has never been used before, whatever accounts are created and deleted', () => {
    fc.assert(
      fc.property(inputs, (drawn) => {
        const driven = new DrivenSandbox(coreSandbox(start as never))
        for (const input of drawn) {
          const seen = new Set(driven.seen)
          const before = drawnBy(driven.sandbox)
          driven.give(input)
          const keys = [...drawnBy(driven.sandbox)].filter((key) => !before.has(key))
          expect(keys.filter((key) => seen.has(key) && !isRequested(input))).toEqual([])
          expect(findContradiction(stateOf(driven.sandbox, driven.now).accounts)).toBeUndefined()
        }
      }),
      { numRuns: runs(300) },
    )
  })

  it('is the next one drawn when another account already has it', () => {
    const sandbox = coreSandbox({})
    const account = sandbox.account('default')
    const rotate = () => sandbox.perform(account, 'rotate_key', {}, MACHINE_MS)
    rotate()
    const apiKey = account.state.key.current
    sandbox.reset(MACHINE_MS)
    sandbox.createAccount({ name: 'other', apiKey }, MACHINE_MS)
    rotate()
    expect(account.state.key.current).not.toBe(apiKey)
    expect(callCore(sandbox, { key: apiKey }).account).toBe('other')
    expect(findContradiction(stateOf(sandbox, MACHINE_MS).accounts)).toBeUndefined()
  })

  it('differs from the key of a deleted account of the same name', () => {
    const sandbox = coreSandbox({})
    const keys = [1, 2, 3].map(() => {
      const account = sandbox.createAccount({ name: 'ci' }, MACHINE_MS)
      sandbox.perform(account, 'rotate_key', {}, MACHINE_MS)
      sandbox.deleteAccount('ci')
      return [account.state.key.first, account.state.key.current]
    })
    expect(new Set(keys.flat()).size).toBe(6)
  })

  const drawnBy = (sandbox: Sandbox) =>
    new Set(sandbox.accounts().flatMap(({ state }) => [state.key.first, state.key.current]))
  const isRequested = (input: object) =>
    'key' in input || (input as { step?: { action?: string } }).step?.action === 'reset'
})

describe('a name that the sandbox chooses', () => {
  it('never claims a key with which a caller can create an account', () => {
    const sandbox = coreSandbox({})
    const names = [1, 2].map(() => sandbox.createAccount({}, MACHINE_MS).name)
    for (const key of ['sandbox_plus', 'sandbox_plus-1', 'sandbox_plus-2']) {
      expect(callCore(sandbox, { key })).toMatchObject({
        outcome: 'created',
        account: key.slice('sandbox_'.length),
      })
    }
    for (const name of names) {
      expect(callCore(sandbox, { key: `sandbox_${name}` }).outcome).toBe('invalid_key')
    }
  })

  it('skips names that are taken, and has room for a scenario with a long name', () => {
    const state = stateOf(coreSandbox({}), MACHINE_MS) as SandboxState
    expect(state.accounts_named).toBe(0)
    const sandbox = coreSandbox({})
    sandbox.createAccount({ name: 'plus__1' }, MACHINE_MS)
    expect(sandbox.createAccount({}, MACHINE_MS).name).toBe('plus__2')
  })
})
