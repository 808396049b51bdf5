import type { Snapshot } from './snapshot.ts'

/** An alias is never shorter as text: its fields alone have more characters. */
const ALIAS_CHARACTERS = 140

/** The text of these states has more characters: most that is too long is refused before it is made. */
export function leastStateCharacters(states: readonly Snapshot[]): number {
  return states.reduce((sum, { aliases }) => sum + aliases.size, 0) * ALIAS_CHARACTERS
}

/** A snapshot as the text of an account's state, in pieces. */
export function* snapshotPieces({ state, aliases, draws, now }: Snapshot): Generator<string> {
  const removed = aliases.removedIds()
  const clock = { ...state.clock, account_ms: now }
  yield `${JSON.stringify({ ...state, clock, draws, removed }).slice(0, -1)},"aliases":[`
  for (const [position, alias] of aliases.all().entries()) {
    if (position > 0) yield ','
    yield JSON.stringify(alias)
  }
  yield ']}'
}
