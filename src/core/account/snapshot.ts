import type { AliasStore } from '../aliases/alias-store.ts'
import type { AccountState } from '../../contract/state/state.ts'

/** The account state without the parts that live in indexes. */
export type Fields = Omit<AccountState, 'aliases' | 'removed' | 'draws'>

/**
 * An account at one moment. It never changes, whatever happens to that account or to others made of
 * it. Making and using one takes the same time for any number of aliases.
 */
export type Snapshot = {
  readonly state: Readonly<Fields>
  readonly aliases: AliasStore
  readonly draws: readonly number[]
  readonly now: number
}

/** Copies what changes in place; scenario, faults and timeline are shared. */
export function copyFields(state: Readonly<Fields>): Fields {
  const { key, clock, usage, limits, choices, gone } = state
  const { burst, daily, forwards } = usage
  return {
    ...state,
    key: { ...key, retired: [...key.retired] },
    clock: { ...clock },
    usage: {
      ...usage,
      burst: burst && { ...burst, ...(burst.calls_ms && { calls_ms: [...burst.calls_ms] }) },
      daily: { ...daily },
      forwards: { ...forwards },
    },
    limits: { ...limits },
    choices: { ...choices },
    gone: { ...gone },
  }
}
