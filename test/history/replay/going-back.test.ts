import type { Entry } from '../../../src/contract/history/entry.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Account } from '../../../src/core/account/account.ts'
import { completeFrom } from '../../../src/history/replay/account-record.ts'
import { accountBefore } from '../../../src/history/replay/account-before.ts'
import { isInput } from '../../../src/history/replay/repeat-input.ts'
import { ReplayHost } from '../../../src/history/replay/replay-host.ts'
import { lastAction } from '../../../src/core/record/last-action.ts'
import type { Sandbox } from '../../../src/core/sandbox.ts'
import { callCore } from '../../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'
import { livedSandbox, histories } from '../../support/core/random-lives.ts'
import { runs } from '../../support/runs.ts'
import { undoIn } from '../../../src/history/replay/undo.ts'
import { forkIn } from '../../../src/history/replay/fork.ts'
import type { AccountState } from '../../../src/contract/state/state.ts'
import { snapshotPieces } from '../../../src/core/account/state-text.ts'

/** Everything about an account but the machine's time, to which its clock is pinned. */
function valueOf(account: Account): object {
  const text = [...snapshotPieces(account.pinned(MACHINE_MS))].join('')
  const { clock, aliases, ...state } = JSON.parse(text) as AccountState
  const { now, choices } = account
  const ids = aliases.map(({ id, status, forward_count: forwards }) => [id, status, forwards])
  return structuredClone({
    state,
    mode: clock.mode,
    scale: clock.scale,
    ids,
    now,
    choices,
  })
}

function open(): {
  sandbox: Sandbox
  account: Account
  act: (name: string, args?: object) => void
  undo: (to: string, machineMs?: number) => void
} {
  const sandbox = coreSandbox({ aliases: [{ id: 'a' }] })
  const account = sandbox.account('default')
  return {
    sandbox,
    account,
    act: (name, args = {}) => void sandbox.perform(account, name, args, MACHINE_MS, 'cli'),
    undo: (to, machineMs = MACHINE_MS) => undoIn(sandbox, account, to, machineMs),
  }
}

const isRestored = (entry: Entry) => entry.type === 'start' && entry.reason === 'restored'

const idsOf = (account: Account) => account.history.entries().map(({ id }) => id)

describe('an account before an entry', () => {
  it('is what it was then, for every input and every restored state of any scenario', () => {
    fc.assert(
      fc.property(histories, (scenario) => {
        const before = new Map<Entry, object>()
        const look = (accounts: Account[]) => {
          const looked = accounts.map(({ history }, at) => ({
            history,
            held: history.entries().length,
            value: valueOf(accounts[at]!),
          }))
          return () => {
            for (const { history, held, value } of looked) {
              const [made] = history.entries().slice(held)
              if (made && (isInput(made) || isRestored(made))) before.set(made, value)
            }
          }
        }
        const sandbox = livedSandbox(scenario, {}, look)
        for (const account of sandbox.accounts()) {
          for (const entry of account.history.entries()) {
            const value = before.get(entry)
            if (value === undefined) continue
            const copy = accountBefore(account, entry, new ReplayHost(sandbox))
            expect(valueOf(copy), entry.id).toEqual(value)
          }
        }
      }),
      { numRuns: runs(200) },
    )
  })
})

describe('an undo', () => {
  it('sets the clock back, and it runs on from there', () => {
    const { sandbox, account, act, undo } = open()
    act('advance_clock', { by: '25h' })
    undo('act_1', MACHINE_MS + 5_000)
    expect(account.now).toBe(MACHINE_MS)
    expect(sandbox.syncClock(account, MACHINE_MS + 7_000).now).toBe(MACHINE_MS + 2_000)
  })

  it('makes the key of then valid again, and the later one unknown', () => {
    const { sandbox, account, act, undo } = open()
    act('rotate_key')
    const later = account.state.key.current
    undo('act_1')
    expect(callCore(sandbox, { key: 'sandbox_default' }).outcome).toBe('created')
    expect(callCore(sandbox, { key: later }).outcome).toBe('invalid_key')
  })

  it('to an event goes back to before its time had come', () => {
    const { sandbox, account, act, undo } = open()
    callCore(sandbox)
    sandbox.syncClock(account, MACHINE_MS + 61_000)
    expect(idsOf(account)).toEqual(['start_1', 'req_1', 'evt_1'])
    undo('evt_1', MACHINE_MS + 61_000)
    expect(account.state.usage.burst?.used).toBe(1)
    act('advance_clock', { by: '2m' })
    undo('evt_2', MACHINE_MS + 61_000)
    expect(idsOf(account).slice(3)).toEqual(['undo_1', 'act_1', 'evt_2', 'undo_2'])
    expect(account.state.usage.burst?.used).toBe(1)
  })

  it('to a step of a timeline goes back to before the action that led to it', () => {
    const sandbox = coreSandbox({ timeline: [{ at: '+1s', do: 'rotate_key' }] })
    const account = sandbox.account('default')
    sandbox.perform(account, 'advance_clock', { by: '1m' }, MACHINE_MS)
    expect(idsOf(account)).toEqual(['start_1', 'act_1', 'evt_1', 'act_2'])
    undoIn(sandbox, account, 'act_2', MACHINE_MS)
    expect([account.now, account.state.key.status]).toEqual([MACHINE_MS, 'active'])
  })

  it('is refused with the range of the history when there is no such entry', () => {
    const { act, undo } = open()
    act('fail_payment')
    expect(() => undo('act_9')).toThrow(
      'to: the history of account default has no entry "act_9" (it holds start_1 to act_1)',
    )
  })

  it('is refused when another account has a key of that time, and changes nothing', () => {
    const { sandbox, account, act, undo } = open()
    act('rotate_key')
    const later = account.state.key.current
    undo('act_1')
    sandbox.createAccount({ name: 'other', apiKey: later }, MACHINE_MS)
    const before = valueOf(account)
    expect(() => undo('undo_1')).toThrow(
      'account other has a key that account default had at that time',
    )
    expect(valueOf(account)).toEqual(before)
    expect(callCore(sandbox, { key: later }).account).toBe('other')
  })
})

describe('the last action', () => {
  it('is not the one that an event belonged to before which the account was put back', () => {
    const { sandbox, account, act, undo } = open()
    act('fail_payment')
    act('settle_invoice')
    callCore(sandbox)
    act('advance_clock', { by: '2m' })
    undo('evt_1')
    expect(lastAction(account.history)).toMatchObject({ action: 'settle_invoice' })
  })

  it('is none when all that the history holds was undone', () => {
    const { account, act, undo } = open()
    act('fail_payment')
    undo('start_1')
    while (account.history.find('act_1')) account.history.dropOldest()
    expect(idsOf(account)).toEqual(['undo_1'])
    expect(lastAction(account.history)).toBeUndefined()
  })

  it('is told as one that changed nothing only if the account is as it was', () => {
    fc.assert(
      fc.property(histories, (scenario) => {
        const look = (accounts: Account[]) => {
          const before = accounts.map((account) => [account, valueOf(account)] as const)
          const held = accounts.map(({ history }) => history.entries().length)
          return () => {
            for (const [at, [account, value]] of before.entries()) {
              const [made] = account.history.entries().slice(held[at])
              if (made?.type === 'action' && made.unchanged) expect(valueOf(account)).toEqual(value)
            }
          }
        }
        livedSandbox(scenario, {}, look)
      }),
      { numRuns: runs(200) },
    )
  })

  it('is neither a refused one nor one of a timeline', () => {
    const sandbox = coreSandbox({ timeline: [{ at: '+1s', do: 'fail_payment' }] })
    const account = sandbox.account('default')
    expect(() => sandbox.perform(account, 'settle_invoice', {}, MACHINE_MS)).toThrow()
    sandbox.syncClock(account, MACHINE_MS + 2_000)
    expect(idsOf(account)).toEqual(['start_1', 'act_1', 'evt_1', 'act_2'])
    expect(lastAction(account.history)).toBeUndefined()
  })
})

describe('a history is complete', () => {
  it('from its start, also of a fork', () => {
    const { sandbox, account } = open()
    const fork = forkIn(sandbox, account, {}, MACHINE_MS)
    expect([account, fork].map(completeFrom)).toEqual(['start_1', 'start_1'])
  })

  it('from the entry whose base is left, once the oldest went', () => {
    const sandbox = coreSandbox({}, { maxRequests: 2 })
    for (let call = 0; call < 5; call += 1) callCore(sandbox)
    expect(completeFrom(sandbox.account('default'))).toBe('req_4')
  })
})
