import { hashOf } from '../../core/random/random.ts'
import type { Lie } from './lie.ts'

/** The lies in the order in which to try them: by worth, and drawn from a seed where that is equal. */
export function inOrder(lies: readonly Lie[], seed: number): Lie[] {
  const draw = ({ id }: Lie) => hashOf(`${seed}:${id}`)
  return lies.toSorted((a, b) => a.worth - b.worth || draw(a) - draw(b))
}

/** One lie of each class first, the worst of it; then the others. Within both, the order stays. */
export function onePerClassFirst(lies: readonly Lie[]): Lie[] {
  const lastWins = new Map(lies.toReversed().map((lie) => [classOf(lie), lie]))
  const firsts = new Set(lastWins.values())
  return [...lies.filter((lie) => firsts.has(lie)), ...lies.filter((lie) => !firsts.has(lie))]
}

/** Lies of one subject about the same answers are much alike. */
export function classOf({ subject, outcomes }: Lie): string {
  return `${subject}/${outcomes.length === 1 ? outcomes[0] : 'several'}`
}
