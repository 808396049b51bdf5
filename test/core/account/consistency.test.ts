import { describe, expect, it } from 'vitest'
import type { AccountState } from '../../../src/contract/state/state.ts'
import { findContradiction } from '../../../src/core/account/consistency.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'
import { storedAlias } from '../../support/core/stored-alias.ts'
import { becomes, stateOf, type SandboxState } from '../../support/core/states.ts'

/** The state of a sandbox with the accounts `default` and `other`, three aliases each. */
function state(): SandboxState {
  const sandbox = coreSandbox({ aliases: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] })
  const other = { name: 'other', overrides: { aliases: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] } }
  sandbox.createAccount(other, MACHINE_MS)
  return stateOf(sandbox, MACHINE_MS)
}

const fault = {
  id: 'fault_1',
  operation: 'any',
  times: 1,
  skip: 0,
  skipped: 0,
  hits: 0,
  ends_at_ms: null,
  over: false,
} as const

type Change = (first: AccountState, second: AccountState) => void

describe('a state', () => {
  it('that a sandbox saved is consistent', () => {
    expect(findContradiction(state().accounts)).toBeUndefined()
  })

  it.each<[contradiction: string, Change]>([
    ['two accounts are named default', (_, second) => (second.name = 'default')],
    [
      'accounts default and other have the same key',
      (first, second) => (second.key.current = first.key.current),
    ],
    [
      'accounts default and other have the same key',
      (first, second) => second.key.retired.push(first.key.first),
    ],
    [
      'account default has alias a twice, or also as removed',
      (first) => (first.aliases[2]!.id = 'a'),
    ],
    [
      'account other has alias b twice, or also as removed',
      (_, second) => second.removed.push('b'),
    ],
    ['account default has two aliases with seq 1', (first) => (first.aliases[1]!.seq = 1)],
    [
      'account other has alias d with seq 4, but aliases_made is less',
      (_, second) => second.aliases.push(storedAlias('d', 4)),
    ],
    [
      'account default has fault fault_1, whose ms is not allowed for kind outage, only for delay',
      (first) => first.faults.push({ ...fault, kind: 'outage', ms: 5 }),
    ],
    [
      'account other has fault fault_1, whose operation must be create for kind daily_cap (got "list")',
      (_, second) => second.faults.push({ ...fault, kind: 'daily_cap', operation: 'list' }),
    ],
    [
      'account default has fault fault_1, whose ms is required',
      (first) => first.faults.push({ ...fault, kind: 'delay' }),
    ],
    [
      'account default has fault fault_1, whose json must be left out: an answer with status 204 has no body',
      (first) => first.faults.push({ ...fault, kind: 'answer', status: 204, json: {} }),
    ],
  ])('is refused when %s', (contradiction, change) => {
    const contradicting = state()
    change(contradicting.accounts[0]!, contradicting.accounts[1]!)
    expect(() => becomes(coreSandbox({}), contradicting)).toThrow(contradiction)
  })

  it('may hold one key twice in one account', () => {
    const twice = state()
    const [first] = twice.accounts
    first!.key.retired.push(first!.key.current)
    expect(findContradiction(twice.accounts)).toBeUndefined()
  })
})
