import { shortWaits } from '../../contract/waits.ts'
import { hashOf, randomAt } from '../random/random.ts'
import type { Account } from './account.ts'

/** Returns the next short wait of an account, in whole seconds of real time, and moves on to the one after it. */
export function tellShortWait({ state }: Account): number {
  const { least, most } = shortWaits
  const drawn = randomAt(hashOf(`${state.seed}/${state.name}/waits`), state.short_waits ?? 0)
  state.short_waits! += 1 // only accounts with short waits tell one
  return least + (drawn % (most - least + 1))
}
