import * as v from 'valibot'
import { operations, type Operation } from './rules.ts'
import { closed, oneOf, shown, whole } from './fields.ts'
import { duration } from './times.ts'

/** A forced misbehaviour: what it does, and which operations it can strike. */
type FaultRow = { summary: string; operations: readonly Operation[] }

const both = operations
const create = ['create'] as const

/** Documented refusals, by the name of their row in the Errors table: that check is told to say yes. */
export const refusalFaults = {
  invalid_key: { summary: '401, as if the key were not known', operations: both },
  plan_required: { summary: '403 plan_required', operations: both },
  plan_past_due: { summary: '403 plan_past_due', operations: both },
  plan_canceled: { summary: '403 plan_canceled', operations: both },
  outage: { summary: '503 with Retry-After: 30', operations: both },
  burst: { summary: '429 with Retry-After', operations: both },
  daily_cap: { summary: '429 without Retry-After', operations: create },
  collision: { summary: '409: all three draws collide', operations: create },
  draw_collision: { summary: 'one draw collides (times counts draws)', operations: create },
} as const satisfies Record<string, FaultRow>

export const faultKinds = Object.keys(refusalFaults) as FaultKind[]
export type FaultKind = keyof typeof refusalFaults

export function faultRow(kind: FaultKind): FaultRow {
  return refusalFaults[kind]
}

/** What is given to arm a fault, in a scenario or by `arm_fault`. */
export const faultSpec = v.pipe(
  closed({
    kind: oneOf(faultKinds),
    /** Which calls it strikes. */
    operation: v.optional(oneOf([...operations, 'any'])),
    /** How many calls it strikes; "always" until it is cleared. Left out: 1, or always when `for` is given. */
    times: v.optional(
      v.union(
        [v.literal('always'), whole(1, 1_000_000)],
        (issue) => `${shown(issue.input)} is neither a whole number from 1 to 1000000 nor "always"`,
      ),
    ),
    /** How many calls it lets pass first. */
    skip: v.optional(whole(0, 1_000_000)),
    /** How long it lasts on the account's clock. */
    for: v.optional(duration),
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const { kind, operation, times, for: lasting } = dataset.value
    if (times === 'always' && lasting !== undefined) {
      addIssue({
        message: '"always" and for contradict each other: leave one out',
        path: pathTo(dataset.value, 'times'),
      })
    }
    const struck = faultRow(kind).operations
    if (operation && operation !== 'any' && !struck.includes(operation)) {
      addIssue({
        message: `${kind} can only strike ${struck.join(', ')}, never ${operation}`,
        path: pathTo(dataset.value, 'operation'),
      })
    }
  }),
)

export type FaultSpec = v.InferOutput<typeof faultSpec>

/** The library wants the whole step, not only the key. */
function pathTo<Input extends object>(input: Input, key: keyof Input & string) {
  const step: v.ObjectPathItem = {
    type: 'object',
    origin: 'value',
    input: input as Record<string, unknown>,
    key,
    value: input[key],
  }
  return [step] as [v.ObjectPathItem]
}
