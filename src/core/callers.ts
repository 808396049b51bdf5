import type { Account } from './account/account.ts'
import type { KeyIndex } from './account/key-index.ts'
import { readBearer, readScenarioKey, whyUnknown } from './account/keys.ts'
import type { KeyCheck } from './record/entry.ts'

/** Who makes a call: the holder of a key, a scenario key without an account yet, or nobody. */
export type Caller =
  | { kind: 'holder'; account: Account; bearer: string }
  | NewCaller
  | { kind: 'denied'; keyCheck: KeyCheck }
export type NewCaller = { kind: 'new'; name: string; scenario: string; bearer: string }

type Held = {
  keys: KeyIndex<Account>
  hasAccount: (name: string) => boolean
  isScenario: (name: string) => boolean
  /** Why no further account can be created; undefined when one can. */
  whyFull: () => string | undefined
}

/** Finds the caller by the Authorization header. */
export function identifyCaller(authorization: string | undefined, held: Held): Caller {
  const read = readBearer(authorization)
  if (read.bearer === null) return denied(read.why, true)
  const { bearer } = read
  const account = held.keys.find(bearer)
  if (account) return { kind: 'holder', account, bearer }
  const named = readScenarioKey(bearer, held.isScenario)
  if (!named) return denied(whyUnknown(bearer))
  if (held.hasAccount(named.account)) {
    return denied(`account ${named.account} already exists and has a different key`)
  }
  const full = held.whyFull()
  if (full !== undefined) return denied(full)
  return { kind: 'new', name: named.account, scenario: named.scenario, bearer }
}

export function denied(why: string, missing = false): Caller & { kind: 'denied' } {
  return { kind: 'denied', keyCheck: { valid: false, why, missing } }
}
