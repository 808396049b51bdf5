import type { AccountState, SandboxState } from '../contract/state.ts'

/** Says where a state, each value of which is valid, contradicts itself; undefined when it does not. */
export function findContradiction(state: SandboxState): string | undefined {
  const names = new Set<string>()
  const holders = new Map<string, string>()
  for (const account of state.accounts) {
    const { name, key } = account
    if (names.has(name)) return `two accounts are called ${name}`
    names.add(name)
    for (const text of [key.first, key.current, ...key.retired]) {
      const holder = holders.get(text) ?? name
      if (holder !== name) return `accounts ${holder} and ${name} hold one key`
      holders.set(text, name)
    }
    const problem = contradictionOfAliases(account)
    if (problem) return `account ${name} ${problem}`
  }
  return names.has('default') ? undefined : 'there is no account "default"'
}

/** An id is given out once, and so is a place in the order of creation. */
function contradictionOfAliases({ aliases, removed, aliases_made }: AccountState) {
  const ids = new Set(removed)
  const places = new Set<number>()
  for (const { id, seq } of aliases) {
    if (ids.has(id)) return `holds alias ${id} twice, or among those removed`
    if (places.has(seq)) return `holds two aliases with seq ${seq}`
    if (seq > aliases_made) return `holds alias ${id} with seq ${seq}, but aliases_made is less`
    ids.add(id)
    places.add(seq)
  }
  return undefined
}
