import { limits } from '../../contract/limits.ts'
import { contradictionsOf } from '../../contract/faults.ts'
import { rules } from '../../contract/rules.ts'
import type { AccountState } from '../../contract/state/state.ts'
import { countOf, toNumber } from '../../text/numbers.ts'
import { keysOf } from './key-index.ts'

/** Finds a contradiction between accounts that are each valid on their own; undefined if there is none. */
export function findContradiction(
  accounts: readonly Pick<AccountState, 'name' | 'key'>[],
): string | undefined {
  const names = new Set<string>()
  const holders = new Map<string, string>()
  for (const account of accounts) {
    const { name } = account
    if (names.has(name)) return `two accounts are named ${name}`
    names.add(name)
    for (const key of keysOf(account)) {
      const holder = holders.get(key) ?? name
      if (holder !== name) return `accounts ${holder} and ${name} have the same key`
      holders.set(key, name)
    }
  }
  return undefined
}

/** Finds a contradiction within one account. */
export function findContradictionOf(account: AccountState): string | undefined {
  const problem =
    contradictionOfWindow(account) ??
    contradictionOfFaults(account) ??
    contradictionOfAliases(account)
  return problem && `account ${account.name} ${problem}`
}

/** A burst window cannot last longer than its length, and Retry-After is never more than that. */
function contradictionOfWindow({ usage, clock }: AccountState) {
  const { windowSeconds } = rules.burst
  const left = (usage.burst?.resets_at_ms ?? 0) - clock.account_ms
  if (left <= windowSeconds * 1_000) return undefined
  return `has a usage.burst.resets_at_ms more than ${windowSeconds} s after its clock.account_ms`
}

/** No account can come to have more, no 429 asks for a longer wait than its fault, and each could have been armed. */
function contradictionOfFaults({ faults, clock }: AccountState) {
  const most = limits.faults.value
  if (faults.filter(({ over }) => !over).length > most) {
    return `has more than ${countOf(most, 'armed fault')}`
  }
  const longest = faults.find(({ wait_ends_at_ms: endsAtMs = 0, retry_after: seconds }) => {
    return endsAtMs - clock.account_ms > (seconds ?? rules.burst.windowSeconds) * 1_000
  })
  if (longest) return `has fault ${longest.id} with a wait_ends_at_ms that is too late`
  for (const fault of faults) {
    const [issue] = contradictionsOf(fault)
    if (issue) return `has fault ${fault.id}, whose ${issue.path.join('.')} ${issue.message}`
  }
  return undefined
}

/** Ids and sequence numbers are never reused. */
function contradictionOfAliases({ aliases, removed, aliases_made }: AccountState) {
  const most = limits.aliases.value
  if (aliases.length + removed.length > most)
    return `has more than ${toNumber(most)} aliases, removed ones included`
  const ids = new Set(removed)
  const places = new Set<number>()
  for (const { id, seq } of aliases) {
    if (ids.has(id)) return `has alias ${id} twice, or also as removed`
    if (places.has(seq)) return `has two aliases with seq ${seq}`
    if (seq > aliases_made) return `has alias ${id} with seq ${seq}, but aliases_made is less`
    ids.add(id)
    places.add(seq)
  }
  return undefined
}
