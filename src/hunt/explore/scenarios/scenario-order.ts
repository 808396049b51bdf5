import { sample, shuffledSubarray } from 'fast-check'
import { calmPlan, planArbitrary, type Plan, type PlannedStep } from './plan.ts'
import { operationsOf, type Habits } from './can-matter.ts'
import { FULLNESS_READINGS, PAGE_READINGS, readings, type Tables } from './starts.ts'
import { troubles } from './troubles.ts'

/** The basis of the order of the scenarios: the calls that the client makes when nothing goes wrong. */
export type OrderBasis = Habits & {
  seed: number
  tables: Tables
  /** Is trouble without an end worth the time that it takes? */
  hasEndless: boolean
  /** Did the user choose a few kinds of trouble? Then these come before what a start alone shows. */
  isTroubleNamed: boolean
}

/** Troubles are tried at this many first calls one by one. */
const FIRST_CALLS = 8
/** The number of kinds of calls that are tried first. */
const MAX_KINDS = 4
/** Calls after those that the calm client made: retries. */
const RETRIES = 2
/** Random plans are drawn this many at a time. */
const DRAWN = 64

/**
 * Every plan once, in an order that the seed decides within each part: what one start or one trouble
 * shows, the worst and usual ones first; then pairs of troubles; then random plans without an end.
 */
export function* planOrder(known: OrderBasis): Generator<Plan> {
  const { seed, tables, plain, paged } = known
  const parts = [
    ...(known.isTroubleNamed ? troublesFirst(known) : usualFirst(known)),
    () => shuffled(atEachCall(known, usualForms), seed),
    () => shuffled([...allStarts(known), ...atFirstCalls(known, forms)], seed),
    () => shuffled(atEachCall(known, forms), seed),
    () => shuffled(pairs(known), seed),
  ]
  for (const part of parts) yield* part()
  const arbitrary = planArbitrary(tables, Math.max(plain.length, paged.length) + RETRIES)
  for (let drawn = 0; ; drawn += 1) {
    const plans = sample(arbitrary, { seed: seed + drawn, numRuns: DRAWN })
    yield* plans.filter(({ steps }) => steps.every(isBounded))
  }
}

/** Lists the plans that come before all others: on a slow machine there is time for little more. */
function usualFirst(known: OrderBasis): PlanSource[] {
  const { seed } = known
  const [worst, common, ...others] = byWorth.map((some) => () => atFirstCalls(known, some))
  return [
    () => longest(known),
    () => eachCount(known),
    () => worthiest(known),
    () => overtaken(known),
    () => shuffled(worst!(), seed),
    () => shuffled(overtakenInTrouble(known, byWorth[1]!), seed),
    () => shuffled([...common!(), ...usualStarts(known)], seed),
    ...others.map((part) => () => shuffled(part(), seed)),
  ]
}

/** Trouble without an end at the first call. These runs wait for longest, so they begin first: waiting costs nothing. */
function longest({ hasEndless }: OrderBasis): Plan[] {
  const endless = hasEndless ? usualForms.filter((form) => !isBounded(form)) : []
  return endless.toReversed().map(at(0, 0))
}

function troublesFirst(known: OrderBasis): PlanSource[] {
  const { seed } = known
  return [
    ...byWorth.map((some) => () => shuffled(atFirstCalls(known, some), seed)),
    () => overtaken(known),
    () => eachCount(known),
    () => worthiest(known),
    () => shuffled(usualStarts(known), seed),
  ]
}

type PlanSource = () => Plan[]

/** Starts in which a client meets by itself what hurts its users most. */
const worthiestScenarios = ['free', 'past_due', 'key_revoked']

function worthiest({ tables: { scenarios } }: OrderBasis): Plan[] {
  const places = worthiestScenarios
    .map((name) => scenarios.findIndex((start) => start.name === name))
    .filter((index) => index >= 0)
  return places.map((scenario) => ({ ...calmPlan, scenario }))
}

/** No trouble at all, in accounts that have aliases already: the most first, for a new one gets lost there. */
function eachCount(known: OrderBasis): Plan[] {
  const { counts } = known.tables
  if (!operationsOf(known).lists) return []
  return range(counts.length)
    .toReversed()
    .map((aliases) => ({ ...calmPlan, aliases }))
}

function usualStarts(known: OrderBasis): Plan[] {
  const { tables } = known
  const scenarios = range(tables.scenarios.length).map((scenario) => ({ ...calmPlan, scenario }))
  return [...scenarios, ...filled(known, FULLNESS_READINGS)]
}

function allStarts(known: OrderBasis): Plan[] {
  const all = range(readings.length).map((reading) => ({ ...calmPlan, reading }))
  return [...all, ...filled(known, PAGE_READINGS)]
}

/** Accounts with aliases, under so many of the readings. */
function filled(known: OrderBasis, count: number): Plan[] {
  const { tables } = known
  if (!operationsOf(known).lists) return []
  return range(tables.counts.length).flatMap((aliases) =>
    range(count).map((reading) => ({ ...calmPlan, reading, aliases })),
  )
}

type TroubleForm = Omit<PlannedStep, 'call'>

/** All troubles in all forms. */
const forms: readonly TroubleForm[] = troubles.flatMap((trouble, place) =>
  range(trouble.forms.length).map((form) => ({ trouble: place, form })),
)
/** All troubles in the forms that most clients know. */
const usualForms: readonly TroubleForm[] = troubles.flatMap(({ usual = [0] }, place) =>
  usual.map((form) => ({ trouble: place, form })),
)

/** The usual forms, those first that show the worst problems; last those that take the longest time. */
const byWorth: readonly (readonly TroubleForm[])[] = [1, 2, 3, 4].map((rank) =>
  usualForms.filter(({ trouble }) => (troubles[trouble]!.rank ?? 3) === rank),
)

function isBounded({ trouble }: TroubleForm): boolean {
  return !troubles[trouble]!.isEndless
}

function atFirstCalls(
  { plain, paged, hasEndless, tables }: OrderBasis,
  some: readonly TroubleForm[],
): Plan[] {
  const firstOfKind = [...new Set(plain)].map((kind) => plain.indexOf(kind)).slice(0, MAX_KINDS)
  const tried = hasEndless ? some : some.filter(isBounded)
  const plans = firstOfKind.flatMap((call) => tried.map(at(call, 0)))
  const secondPage = paged.indexOf('next page')
  if (secondPage < 0) return plans
  return [...plans, ...tried.map(at(secondPage, tables.paged))]
}

const overtaking: TroubleForm = {
  trouble: troubles.findIndex(({ name }) => name === 'order'),
  form: 0,
}

/** The answer of a call comes after that of another one which was in flight together with it. */
function overtaken({ overtakable }: OrderBasis): Plan[] {
  return overtakable.slice(0, MAX_KINDS).map((call) => at(call, 0)(overtaking))
}

/** The call after one that is overtaken, which is likely to overtake it, meets each of these troubles. */
function overtakenInTrouble(known: OrderBasis, some: readonly TroubleForm[]): Plan[] {
  return overtaken(known).flatMap(({ steps, ...start }) =>
    steps.flatMap((first) =>
      some.map((next) => ({ ...start, steps: [first, { ...next, call: first.call + 1 }] })),
    ),
  )
}

function atEachCall({ plain, paged, tables }: OrderBasis, some: readonly TroubleForm[]): Plan[] {
  const tried = some.filter(isBounded)
  const inPlain = range(Math.min(FIRST_CALLS, plain.length + RETRIES))
  const inPaged = range(Math.min(FIRST_CALLS, paged.length + RETRIES))
  const isPaged = paged.length > plain.length
  return [
    ...inPlain.flatMap((call) => tried.map(at(call, 0))),
    ...(isPaged ? inPaged.flatMap((call) => tried.map(at(call, tables.paged))) : []),
  ]
}

/** Each trouble, and each other one at the next call: what a retry meets. */
function pairs({ plain }: OrderBasis): Plan[] {
  const mild = range(troubles.length)
    .map((trouble) => ({ trouble, form: 0 }))
    .filter(isBounded)
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
