import { refuse } from '../../contract/control/action-error.ts'
import type { Account } from './account.ts'
import { drawId, drawUntilFree } from '../aliases/alias-id.ts'
import { resumeRandom } from '../random/random.ts'

/** Draws an unused id. */
export function freeId(account: Account): string {
  return freeIds(account, 1)[0]! // `freeIds` returns exactly as many as requested
}

/** Draws unused ids. If it cannot draw them all, it refuses and leaves the random state unchanged. */
export function freeIds(account: Account, count: number): string[] {
  const { random, state, aliases, choices } = account
  const before = random.state()
  const ids = new Set<string>()
  while (ids.size < count) {
    const { id } = drawUntilFree(
      () => drawId(random, state.ids, choices.id_style),
      (drawn) => aliases.isIdTaken(drawn) || ids.has(drawn),
    )
    if (id === null) {
      account.random = resumeRandom(before)
      refuse('no_free_id', 'all three draws collided: almost every id of this scenario is taken')
    }
    ids.add(id)
  }
  return [...ids]
}
