import type { Account } from './account/account.ts'
import type { Snapshot } from './account/snapshot.ts'
import type { AtOnce } from './record/at-once.ts'
import type { Entry } from '../contract/history/entry.ts'

/** Facts that decide names and keys to come: the seed, and the numbers of generated names and deleted accounts. */
export type SandboxFacts = { seed: number; named: number; deleted: number }

/** All accounts at one moment. */
export type Checkpoint = SandboxFacts & {
  accounts: readonly Snapshot[]
  /** Order of the last entry by then. */
  lastOrder: number
}

/** An account that was replayed, with what was recorded of it. */
export type LoadedAccount = {
  account: Account
  recorded: readonly Entry[]
  /** The most that it had at once, also in entries that are no longer recorded. */
  atOnce: AtOnce | undefined
  /** The order up to which its requests were cleared. */
  clearedTo: number
}
