import type { NamedScenario } from '../../../contract/scenario/scenario.ts'
import { hasEnded } from '../../../report/known.ts'
import type { ObservedRun } from '../client.ts'
import { seenIn } from '../judge/judged-run.ts'
import { scenarioIn } from '../scenario-steps.ts'
import { kindOfCall } from './kind-of-call.ts'

/** Answers that take so long show which requests a client sends without waiting for them. */
const SLOW_MS = 250
/** The number of answers that do: enough for the beginning of a run, and soon over. */
const SLOW_CALLS = 6

/** Nothing is wrong but that the first answers are slow. */
export function slowScenario(start: NamedScenario): NamedScenario {
  return scenarioIn(start, { faults: [{ kind: 'delay', ms: SLOW_MS, times: SLOW_CALLS }] })
}

/** The places of the calls that were in flight when a later one arrived, first those whose kind is new. */
export function overtakableIn(observed: ObservedRun): number[] {
  const { calls } = seenIn(observed)
  const places = calls.flatMap((call, place) =>
    !call.client_left && calls.slice(place + 1).some((later) => !hasEnded(call, later))
      ? [place]
      : [],
  )
  const kinds = places.map((place) => kindOfCall(calls[place]!))
  const isFirst = (place: number) => kinds.indexOf(kinds[place]!) === place
  return places
    .map((call, place) => ({ call, isFirst: isFirst(place) }))
    .toSorted((one, other) => Number(other.isFirst) - Number(one.isFirst))
    .map(({ call }) => call)
}
