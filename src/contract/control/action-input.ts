import type * as v from 'valibot'
import type { actions, ActionName } from '../actions.ts'
import type { Choices } from '../choices/choices.ts'
import type { CallStep, MailStep } from '../scenario/expect.ts'
import type { Fault } from '../faults.ts'
import type { Operation } from '../operations.ts'
import type { scenarioSchema } from '../scenario/scenario.ts'
import type { Duration } from '../values/duration.ts'
import type { Destination } from '../values/times.ts'

/**
 * The types of input written in code: those of the schemas, narrowed to the combinations that their
 * checks allow. In a program that compiles, only a value can be invalid, never a combination of fields.
 */

type Narrower = {
  advance_clock: ({ by: Duration } | { to: Destination }) & { waited?: boolean }
  arm_fault: Fault
  clear_faults: { id?: string } | { kind?: Fault['kind'] }
  load_scenario: { scenario: string | ScenarioInput }
}

/** The arguments of one action. */
export type ActionInput<Name extends ActionName> = Name extends keyof Narrower
  ? Narrower[Name]
  : v.InferInput<(typeof actions)[Name]['arguments']>

/** An action and its arguments in one object, as in `timeline` and `expect`. */
type Step<Name extends ActionName> = { [Each in Name]: { do: Each } & ActionInput<Each> }[Name]

type ActionOutside<Group> = {
  [Name in ActionName]: (typeof actions)[Name]['group'] extends Group ? never : Name
}[ActionName]
type TimelineStep =
  | ({ at: `+${string}` } & Step<ActionOutside<'clock' | 'whole'>>)
  | ({ at_call: number; operation?: Operation | 'any' } & Step<ActionOutside<'whole'>>)
type ExpectStep = CallStep | MailStep | (Step<ActionName> & { status?: number })

/** A scenario written in code: how an account starts, and what goes wrong. */
export type ScenarioInput = Omit<
  v.InferInput<typeof scenarioSchema>,
  'choices' | 'faults' | 'timeline' | 'expect'
> & {
  choices?: Partial<Choices>
  faults?: Fault[]
  timeline?: TimelineStep[]
  expect?: ExpectStep[]
}
