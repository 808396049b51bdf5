import { choiceIds, choiceRow, type Choices } from '../../contract/choices.ts'
import { hashOf, seedRandom } from './random.ts'

/**
 * A set of choices drawn by a seed: another service that the document describes as well as ours.
 * Each choice takes its default or one of its alternatives, each as likely; the same seed draws the
 * same set, and what is drawn fits together.
 */
export function varyChoices(seed: number): Partial<Choices> {
  const drawn: Record<string, unknown> = {}
  for (const id of choiceIds) {
    const { default: standard, alternatives } = choiceRow(id)
    // A stream of its own for each choice: one that is added later leaves the others as they were.
    const draw = seedRandom(hashOf(`${seed}/vary/${id}`)).below(alternatives.length + 1)
    const value = alternatives[draw]?.value ?? standard
    if (value !== standard) drawn[id] = value
  }
  // A cursor that is a mere id says no place in an order of time once its alias is gone.
  if (drawn['list_order'] !== undefined && drawn['cursor'] === 'id') delete drawn['cursor']
  return drawn
}
