import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findContradiction } from '../../src/core/account/consistency.ts'
import type { Sandbox } from '../../src/core/sandbox.ts'
import { callCore } from '../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../support/core/core-sandbox.ts'
import { histories, livedSandbox, type Beat } from '../support/core/random-lives.ts'
import { replaySession } from '../../src/history/session/replay-session.ts'
import { readSession } from '../../src/history/session/read-session.ts'
import { toStoredText } from '../../src/history/session/text.ts'
import { undoIn } from '../../src/history/replay/undo.ts'
import { sampleTexts } from '../../src/node/files/sample-texts.ts'
import { runs } from '../support/runs.ts'
import { stateOf, type SandboxState } from '../support/core/states.ts'

// Keys and names that the sandbox draws belong to nobody else, whatever accounts come and go.

const start = {
  aliases: [{ id: 'a' }, { id: 'b', expires_at: '+1h' }, { id: 'once', single_use: true }],
  timeline: [{ at: '+2m', do: 'rotate_key' }],
} as const

describe('a key that the sandbox draws', () => {
  it('has never been used before, whatever accounts are created and deleted', () => {
    fc.assert(
      fc.property(onward, (history) => {
        const sandbox = coreSandbox(start as never)
        const seen = new Set<string>()
        livedSandbox(
          history,
          {},
          (_accounts, next) => {
            const before = keysOf(sandbox)
            for (const key of before) seen.add(key)
            return () => {
              const drawn = keysOf(sandbox).filter(
                (key) => DRAWN.test(key) && !before.includes(key),
              )
              if (!bringsBack(next)) expect(drawn.filter((key) => seen.has(key))).toEqual([])
              expect(findContradiction(stateOf(sandbox, MACHINE_MS).accounts)).toBeUndefined()
            }
          },
          sandbox,
        )
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

  const rotations = [
    ['rotate_key', {}],
    ['load_scenario', { scenario: 'key_rotated' }],
    ['reset', {}],
  ] as const
  it.each(rotations)(
    'is drawn again by a replay of %s if another account had it',
    (...rotation) => {
      const sandbox = coreSandbox({ account: { key: 'rotated' } })
      const account = sandbox.account('default')
      const rotate = () => sandbox.perform(account, ...rotation, MACHINE_MS)
      rotate()
      const apiKey = account.state.key.current
      sandbox.reset(MACHINE_MS)
      const other = { name: 'other', apiKey, scenario: 'plus' }
      sandbox.createAccount(other, MACHINE_MS)
      rotate()
      const drawn = account.state.key.current
      sandbox.deleteAccount('other')
      callCore(sandbox, { key: drawn })
      expect(differencesIn(sandbox)).toEqual([])
      undoIn(sandbox, account, 'req_1', MACHINE_MS)
      expect(account.state.key.current).toBe(drawn)
    },
  )

  it('is drawn again when the account starts with a new key that another had', () => {
    const sandbox = coreSandbox({})
    const create = () => sandbox.createAccount({ name: 'ci', scenario: 'key_rotated' }, MACHINE_MS)
    const apiKey = create().state.key.current
    sandbox.reset(MACHINE_MS)
    sandbox.createAccount({ name: 'other', apiKey }, MACHINE_MS)
    callCore(sandbox, { key: create().state.key.current })
    sandbox.deleteAccount('other')
    expect(differencesIn(sandbox)).toEqual([])
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

  /** The ids of the entries that a replay of the whole sandbox finds different. */
  function differencesIn(sandbox: Sandbox): string[] {
    const text = toStoredText(sandbox, { version: '0.0.0', machineMs: MACHINE_MS })
    const { different } = replaySession(readSession(text, 'it'), sampleTexts)
    return [...different.values()].flat()
  }

  const DRAWN = /^sandbox_[a-z0-9]{24}$/
  const keysOf = (sandbox: Sandbox) =>
    sandbox.accounts().flatMap(({ state }) => [state.key.first, state.key.current])
  /** Histories in which nothing goes back to a time at which a key was not drawn yet. */
  const onward = histories.map((history) =>
    history.filter(({ do: what }) => !['undo', 'undo_to', 'roll_back', 'reset'].includes(what)),
  )
  /** A key of before is there again after a reset of its account, and where somebody asks for it. */
  const bringsBack = (next: Beat) =>
    (next.do === 'act' && next.action === 'reset') ||
    (next.do === 'create' && next.key !== undefined)
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
