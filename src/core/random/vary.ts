import { choiceIds, choiceRow, type Choices } from '../../contract/choices/choices.ts'
import { hashOf, seedRandom } from './random.ts'

/**
 * Draws a set of choices from a seed: a different service that conforms to the same document. Each
 * choice takes its default or one of its alternatives with equal probability. The same seed gives
 * the same set, and the drawn choices are compatible.
 */
export function varyChoices(seed: number): Partial<Choices> {
  const drawn: Record<string, unknown> = {}
  for (const id of choiceIds) {
    const { default: standard, alternatives } = choiceRow(id)
    // A separate stream for each choice: adding a choice does not change the others.
    const draw = seedRandom(hashOf(`${seed}/vary/${id}`)).below(alternatives.length + 1)
    const value = alternatives[draw]?.value ?? standard
    if (value !== standard) drawn[id] = value
  }
  // A cursor that is only an id has no position in a list by creation time once its alias is gone.
  if (drawn['list_order'] !== undefined && drawn['cursor'] === 'id') delete drawn['cursor']
  return drawn
}
