import type { Operation } from '../contract/operations.ts'
import type { Duration } from '../contract/values/duration.ts'
import type { Destination } from '../contract/values/times.ts'
import type { ActionName, Fault } from './types.ts'
import type { Written } from './written.ts'

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
  : Written['Arguments'][Name]

/** An action and its arguments in one object, as in `timeline` and `expect`. */
type Step<Name extends ActionName> = { [Each in Name]: { do: Each } & ActionInput<Each> }[Name]

type ActionOutside<Group> = {
  [Name in ActionName]: Written['ActionGroups'][Name] extends Group ? never : Name
}[ActionName]
type TimelineStep =
  | ({ at: `+${string}` } & Step<ActionOutside<'clock' | 'whole'>>)
  | ({ at_call: number; operation?: Operation | 'any' } & Step<ActionOutside<'whole'>>)
type ExpectStep =
  Written['CallStep'] | Written['MailStep'] | (Step<ActionName> & { status?: number })

/** A scenario written in code: how an account starts, and what goes wrong. */
export type ScenarioInput = Written['WrittenScenario'] & {
  choices?: Partial<Written['Choices']>
  faults?: Fault[]
  timeline?: TimelineStep[]
  expect?: ExpectStep[]
}
