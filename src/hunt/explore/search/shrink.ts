import type { Arbitrary } from 'fast-check'
import { calmPlan, type Plan, type PlannedStep } from '../scenarios/plan.ts'
import { troubles, type Trouble } from '../scenarios/troubles.ts'

type Search = {
  arbitrary: Arbitrary<Plan>
  /** Does the scenario of a plan still show the problem? Asked for the same plan again, it costs nothing. */
  shows: (plan: Plan) => Promise<boolean>
  /** How many plans are tried at the same time. */
  jobs: number
  isOver: () => boolean
}

type ShrinkResult = { plan: Plan; isSmallest: boolean }

/**
 * The smallest plan that still shows a problem: by fast-check's shrinking, until no smaller one shows it;
 * then by taking out each element, and making each as mild as can be.
 */
export async function shrink(plan: Plan, search: Search): Promise<ShrinkResult> {
  let smallest = plan
  for (;;) {
    const next =
      (await firstThatShows(shrunk(smallest, search.arbitrary), search)) ??
      (await firstThatShows(milder(smallest).values(), search))
    if (search.isOver()) return { plan: next ?? smallest, isSmallest: false }
    if (!next) return { plan: smallest, isSmallest: true }
    smallest = next
  }
}

function* shrunk(plan: Plan, arbitrary: Arbitrary<Plan>): Generator<Plan> {
  // Plans carry no context of fast-check: they are shrunk by their values.
  for (const { value } of arbitrary.shrink(plan, undefined)) yield value
}

/** The first of the plans that shows the problem; several are tried at once, in their order. */
async function firstThatShows(
  plans: Iterator<Plan, unknown>,
  { shows, jobs, isOver }: Search,
): Promise<Plan | undefined> {
  while (!isOver()) {
    const batch: Plan[] = []
    while (batch.length < jobs) {
      const { done, value } = plans.next()
      if (done) break
      batch.push(value)
    }
    if (batch.length === 0) return undefined
    const results = await Promise.all(batch.map(shows))
    const first = batch[results.indexOf(true)]
    if (first) return first
  }
  return undefined
}

/** The plan without each of its elements, with each milder start, and each step a little milder or earlier. */
function milder(plan: Plan): Plan[] {
  const { steps } = plan
  const others = (place: number) => steps.filter((_, at) => at !== place)
  const starts = (['scenario', 'aliases', 'reading'] as const).filter((part) => plan[part] > 0)
  return [
    ...steps.map((_, place) => ({ ...plan, steps: others(place) })),
    ...starts.map((part) => ({ ...plan, [part]: calmPlan[part] })),
    ...steps.flatMap((step, place) =>
      milderSteps(step).map((one) => ({ ...plan, steps: steps.with(place, one) })),
    ),
    ...starts.flatMap((part) =>
      Array.from({ length: plan[part] - 1 }, (_, place) => ({ ...plan, [part]: place + 1 })),
    ),
  ]
}

function milderSteps({ call, form, trouble }: PlannedStep): PlannedStep[] {
  return [
    ...(call > 0 ? [{ trouble, form, call: call - 1 }] : []),
    ...Array.from({ length: form }, (_, place) => ({ trouble, form: place, call })),
    ...milderKind(trouble).map((alike) => ({ ...alike, call })),
  ]
}

/** The forms of milder troubles that are faults of the same kind, such as one 500 for those without an end. */
function milderKind(trouble: number): Omit<PlannedStep, 'call'>[] {
  const kinds = new Set(troubles[trouble]!.forms.map(kindOf))
  return troubles
    .slice(0, trouble)
    .flatMap(({ forms }, place) =>
      forms.flatMap((act, form) => (kinds.has(kindOf(act)) ? [{ trouble: place, form }] : [])),
    )
}

function kindOf({ do: name, arguments: args }: Trouble['forms'][number]): string {
  return name === 'arm_fault' ? String(args['kind']) : name
}
