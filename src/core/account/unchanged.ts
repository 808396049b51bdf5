import type { Account } from './account.ts'
import { isSameJson } from '../../text/json-values.ts'
import { copyFields } from './snapshot.ts'

/**
 * Returns whether the account is still as it is now, but for its history. An account that gets other
 * aliases in one piece, such as those of a scenario, counts as changed.
 */
export function watchChanges(account: Account): () => boolean {
  const before = valueOf(account)
  const { aliases } = account
  const { changes } = aliases
  return () =>
    account.aliases === aliases &&
    aliases.changes === changes &&
    isSameJson(before, valueOf(account))
}

/** The machine's time to which the clock is pinned does not count. */
function valueOf({ state, random, now }: Account) {
  const fields = copyFields(state)
  Object.assign(fields.clock, { account_ms: 0, machine_ms: 0 })
  return { fields, draws: random.state(), now }
}
