import { sample, shuffledSubarray } from 'fast-check'
import type { Operation } from '../../contract/rules.ts'
import { calmPlan, planArbitrary, type Plan, type PlannedStep } from './plan.ts'
import { aliasCounts, PAGE_READINGS, readings } from './starts.ts'
import { troubles } from './troubles.ts'

/** What the order of the stories depends on: the calls that the client makes when nothing goes wrong. */
export type Known = {
  seed: number
  /** The number of scenarios to choose from. */
  scenarios: number
  /** The operations of the calls in an account without aliases. */
  plain: readonly (Operation | null)[]
  /** The same in an account whose list has some pages. */
  paged: readonly (Operation | null)[]
  /** Is trouble without an end worth the time that it takes? */
  hasEndless: boolean
}

/** The account whose list has some pages. */
export const PAGED = aliasCounts.indexOf(45)
/** Troubles are tried at this many first calls one by one. */
const FIRST_CALLS = 8
/** Calls after those that the calm client made: retries. */
const RETRIES = 2
/** Random plans are drawn this many at a time. */
const DRAWN = 64

/**
 * Every plan once, in an order that the seed decides: each start, and each trouble at the first call of
 * each operation; then each trouble at each of the first calls; then random plans without an end.
 */
export function* planOrder(known: Known): Generator<Plan> {
  yield* shuffled([...starts(known), ...atFirstCalls(known)], known.seed)
  yield* shuffled(atEachCall(known), known.seed)
  yield* shuffled(pairs(known), known.seed)
  const calls = Math.max(known.plain.length, known.paged.length) + RETRIES
  const arbitrary = planArbitrary(known.scenarios, calls)
  for (let drawn = 0; ; drawn += 1) {
    const plans = sample(arbitrary, { seed: known.seed + drawn, numRuns: DRAWN })
    yield* plans.filter(({ steps }) => steps.every(({ trouble }) => !troubles[trouble]!.isEndless))
  }
}

function starts({ scenarios, paged, plain }: Known): Plan[] {
  const lists = paged.includes('list') || plain.includes('list')
  const counts = lists ? aliasCounts : aliasCounts.slice(0, 2)
  const plans = [
    ...range(scenarios).map((scenario) => ({ ...calmPlan, scenario })),
    ...range(counts.length).map((aliases) => ({ ...calmPlan, aliases })),
    ...range(readings.length).map((reading) => ({ ...calmPlan, reading })),
  ]
  if (!lists) return plans
  const pageReadings = range(PAGE_READINGS).slice(1)
  const filled = range(aliasCounts.length).slice(2)
  return [
    ...plans,
    ...pageReadings.flatMap((reading) =>
      filled.map((aliases) => ({ ...calmPlan, reading, aliases })),
    ),
  ]
}

/** All troubles in all forms. */
const forms: readonly Omit<PlannedStep, 'call'>[] = troubles.flatMap((trouble, place) =>
  range(trouble.forms.length).map((form) => ({ trouble: place, form })),
)

const boundedForms = forms.filter(({ trouble }) => !troubles[trouble]!.isEndless)

function atFirstCalls({ plain, paged, hasEndless }: Known): Plan[] {
  const inPlain = new Set([plain.indexOf('create'), plain.indexOf('list')])
  const tried = hasEndless ? forms : boundedForms
  const plans = [...inPlain].filter((call) => call >= 0).flatMap((call) => tried.map(at(call, 0)))
  const secondPage = paged.indexOf('list', paged.indexOf('list') + 1)
  if (secondPage < 0) return plans
  return [...plans, ...tried.map(at(secondPage, PAGED))]
}

function atEachCall({ plain, paged }: Known): Plan[] {
  const inPlain = range(Math.min(FIRST_CALLS, plain.length + RETRIES))
  const inPaged = range(Math.min(FIRST_CALLS, paged.length + RETRIES))
  return [
    ...inPlain.flatMap((call) => boundedForms.map(at(call, 0))),
    ...(paged.length > plain.length
      ? inPaged.flatMap((call) => boundedForms.map(at(call, PAGED)))
      : []),
  ]
}

/** Each trouble, and each other one at the next call: what a retry meets. */
function pairs({ plain }: Known): Plan[] {
  const mild = range(troubles.length)
    .filter((trouble) => !troubles[trouble]!.isEndless)
    .map((trouble) => ({ trouble, form: 0 }))
  const calls = range(Math.min(2, plain.length))
  return calls.flatMap((call) =>
    mild.flatMap((first) =>
      mild.map((second) => ({
        ...calmPlan,
        steps: [
          { ...first, call },
          { ...second, call: call + 1 },
        ],
      })),
    ),
  )
}

function at(call: number, aliases: number) {
  return (step: Omit<PlannedStep, 'call'>): Plan => ({
    ...calmPlan,
    aliases,
    steps: [{ ...step, call }],
  })
}

function shuffled(plans: Plan[], seed: number): Plan[] {
  const { length } = plans
  return sample(shuffledSubarray(plans, { minLength: length, maxLength: length }), {
    seed,
    numRuns: 1,
  })[0]!
}

function range(length: number): number[] {
  return Array.from({ length }, (_, place) => place)
}
