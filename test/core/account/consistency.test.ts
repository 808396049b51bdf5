import { describe, expect, it } from 'vitest'
import type { AccountState, SandboxState } from '../../../src/contract/state/state.ts'
import { findContradiction, findContradictionOf } from '../../../src/core/account/consistency.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'
import { storedAlias } from '../../support/core/stored-alias.ts'

/** The state of a sandbox with the accounts `default` and `other`, three aliases each. */
function state(): SandboxState {
  const sandbox = coreSandbox({ aliases: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] })
  const other = { name: 'other', overrides: { aliases: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] } }
  sandbox.createAccount(other, MACHINE_MS)
  return sandbox.toState(MACHINE_MS)
}

type Change = (first: AccountState, second: AccountState) => void

describe('a state', () => {
  it('that a sandbox saved is consistent', () => {
    expect(findContradiction(state())).toBeUndefined()
  })

  it.each<[contradiction: string, Change]>([
    ['two accounts are named default', (_, second) => (second.name = 'default')],
    ['account "default" is missing', (first) => (first.name = 'first')],
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
  ])('is refused when %s', (contradiction, change) => {
    const contradicting = state()
    change(contradicting.accounts[0]!, contradicting.accounts[1]!)
    expect(findContradiction(contradicting)).toBe(contradiction)
    expect(() => coreSandbox({}).restore(contradicting)).toThrow(contradiction)
  })

  it('may hold one key twice in one account', () => {
    const [first] = state().accounts
    first!.key.retired.push(first!.key.current)
    expect(findContradictionOf(first!, () => undefined)).toBeUndefined()
    expect(findContradictionOf(first!, () => 'default')).toBeUndefined()
    expect(findContradictionOf(first!, () => 'x')).toBe('accounts x and default have the same key')
  })
})
