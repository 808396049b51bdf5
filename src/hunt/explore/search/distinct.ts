import { calmPlan, type Plan } from '../scenarios/plan.ts'

const MAX_REPEATED = 1_000

/** The calm plan, and then each allowed one whose scenario is new. Random plans repeat themselves in the end, so it goes on with them after a while. */
export function* distinct(
  plans: Iterable<Plan>,
  { isAllowed, keyOf }: { isAllowed: (plan: Plan) => boolean; keyOf: (plan: Plan) => string },
): Generator<Plan, never> {
  yield calmPlan
  const known = new Set([keyOf(calmPlan)])
  let repeated = 0
  for (const plan of plans) {
    if (!isAllowed(plan)) continue
    const key = keyOf(plan)
    if (known.has(key) && repeated < MAX_REPEATED) repeated += 1
    else {
      known.add(key)
      repeated = 0
      yield plan
    }
  }
  throw new Error('the order of scenarios has no end')
}
