import { hashOf } from '../core/random/random.ts'
import type { Lie } from './lie.ts'

/** The lies in the order in which to try them: by worth, and drawn from a seed where that is equal. */
export function inOrder(lies: readonly Lie[], seed: number): Lie[] {
  const draw = ({ id }: Lie) => hashOf(`${seed}:${id}`)
  return lies.toSorted((a, b) => a.worth - b.worth || draw(a) - draw(b))
}
