import type { Entry } from '../../contract/history/entry.ts'
import { isAction } from '../../contract/history/entry-types.ts'
import { isSuccess } from '../../contract/operations.ts'
import type { Session, SessionAccount } from '../../contract/session/session.ts'
import type { Scenario } from '../../contract/scenario/scenario.ts'
import type { AccountState } from '../../contract/state/state.ts'
import { isLikeCursor } from '../../core/aliases/cursors.ts'
import { toShown } from '../../core/record/shown.ts'
import type { IsKnown } from '../../text/mask.ts'
import { maskValue } from '../../text/mask-value.ts'

/**
 * Masks the keys that clients sent in bodies and arguments, wherever the file has them. Paths, queries and headers
 * have none: the call itself never had those of requests, and an item masks those of answers.
 */
export function maskSecrets(file: Session): Session {
  const { overrides, scenarios, accounts } = file
  const isKnown = knownIn(file)
  const maskScenario = (scenario: Scenario) => maskValue(scenario, isKnown) as Scenario
  return {
    ...file,
    ...(overrides && { overrides: maskScenario(overrides as Scenario) }),
    ...(scenarios && {
      scenarios: Object.fromEntries(
        Object.entries(scenarios).map(([name, scenario]) => [
          name,
          maskScenario(scenario as Scenario),
        ]),
      ),
    }),
    accounts: accounts.map(({ name, start, past, history, ...counts }) => ({
      ...counts,
      name,
      start: maskValue(start, isKnown) as SessionAccount['start'],
      ...(past && { past: past.map((item) => toShown(item, isKnown)) }),
      history: history.map((item) => toShown(item, isKnown)),
    })),
  }
}

/** Knows the words that look like keys and are none: cursors, and the ids and names in the file. */
function knownIn(file: Session): IsKnown {
  let known: Set<string> | undefined // most files have no word that looks like a key
  return (word) =>
    isLikeCursor(word) || (known ??= new Set([...namesOf(file), ...idsOf(file)])).has(word)
}

function* namesOf(file: Session): Generator<string> {
  const { scenarios = {}, scenario_names: names = [], accounts } = file
  yield* [...Object.keys(scenarios), ...names]
  for (const { name, start, past = [], history } of accounts) {
    yield name
    if (start.scenario !== undefined) yield start.scenario
    for (const item of [...past, ...history]) if (item.type === 'start') yield item.scenario
  }
}

function* idsOf({ overrides, scenarios = {}, accounts }: Session): Generator<string> {
  const definitions = accounts.map(({ start }) => start.definition)
  for (const scenario of [overrides, ...Object.values(scenarios), ...definitions]) {
    for (const { id } of scenario?.aliases ?? []) if (id !== undefined) yield id
  }
  for (const { start, past = [], history } of accounts) {
    if (start.state) yield* idsOfState(start.state)
    for (const item of [...past, ...history]) yield* idsOfItem(item)
  }
}

function* idsOfState({ aliases, removed }: AccountState): Generator<string> {
  yield* removed
  for (const { id } of aliases) yield id
}

function* idsOfItem(item: Entry): Generator<string> {
  if (isAction(item)) yield* idsIn(JSON.stringify(item.result ?? null))
  if (item.type === 'event') yield* idsIn(JSON.stringify(item.details ?? null))
  if (item.type === 'call' && isSuccess(item.outcome)) {
    yield* idsIn(item.response.body)
  }
}

/** Not those in a text of the client, whose quotation marks are escaped. */
function idsIn(json: string): string[] {
  return [...json.matchAll(/"id":"([^"\\]+)"/g)].map(([, id = '']) => id)
}
