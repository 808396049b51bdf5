import type { actions, ActionArguments, ActionName } from '../../contract/actions.ts'
import type { Account } from '../account/account.ts'
import type { FiredEvents } from '../clock/fired-events.ts'

/** Performs a timeline step. Passed in, because steps are actions and actions can advance the clock. */
export type StepDoer = (account: Account, step: { do: string; arguments: object }) => object

/** The time at which an action is performed, and the events that fire because of it. */
export type Moment = { machineMs: number; fired: FiredEvents; doStep: StepDoer }

/** Performs one action on an account and returns its result; the arguments have been checked. */
export type Handler<Name extends ActionName> = (
  account: Account,
  args: ActionArguments<Name>,
  moment: Moment,
) => object

/** One handler for every action of these groups. */
export type HandlersOf<Group extends (typeof actions)[ActionName]['group']> = {
  [
    Name in ActionName as (typeof actions)[Name]['group'] extends Group ? Name : never
  ]: Handler<Name>
}
