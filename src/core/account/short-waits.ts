import { shortWaits } from '../../contract/waits.ts'
import { hashOf, randomAt } from '../random/random.ts'
import type { Account } from './account.ts'

/** The next short wait of an account, in whole seconds of real time. */
export function nextShortWait({ state: { seed, name, short_waits: told } }: Account): number {
  const { least, most } = shortWaits
  return least + (randomAt(hashOf(`${seed}/${name}/waits`), told ?? 0) % (most - least + 1))
}

/** Returns the next short wait, and moves on to the one after it. */
export function tellShortWait(account: Account): number {
  const seconds = nextShortWait(account)
  account.state.short_waits! += 1 // only accounts with short waits tell one
  return seconds
}
