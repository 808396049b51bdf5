import { ActionError, type Refusal } from '../../contract/control/action-error.ts'
import {
  checkArguments,
  isActionName,
  unknownAction,
  type ActionArguments,
  type ActionName,
} from '../../contract/actions.ts'
import { formatIssues, toField } from '../../contract/values/validation-issue.ts'
import type { Account } from '../account/account.ts'
import { FiredEvents } from '../clock/fired-events.ts'
import { aliasActions } from './alias-actions.ts'
import { billingActions } from './billing-actions.ts'
import { choiceActions } from './choice-actions.ts'
import { clockActions } from './clock-actions.ts'
import { faultActions } from './fault-actions.ts'
import type { Handler, Moment } from './handler.ts'
import { keyActions } from './key-actions.ts'
import { mailActions } from './mail-actions.ts'
import { runDue } from './run-due.ts'
import { scenarioActions } from './scenario-actions.ts'
import { usageActions } from './usage-actions.ts'

/** One handler for each action in the table; the compiler reports a missing one. */
const handlers = {
  ...clockActions,
  ...billingActions,
  ...keyActions,
  ...aliasActions,
  ...mailActions,
  ...usageActions,
  ...choiceActions,
  ...faultActions,
  ...scenarioActions,
} satisfies Handlers

type Handlers = { [Name in ActionName]: Handler<Name> }

/** The result of each action. */
export type Results = { [Name in ActionName]: ReturnType<(typeof handlers)[Name]> }

/** The result of an action, and the events that fired meanwhile. */
export type ActionResult = { result: object; fired: FiredEvents }

/** Runs everything due up to the current machine time and sets the account's time. */
export function syncClock(account: Account, machineMs: number): FiredEvents {
  return runDue(account, machineMs, doStep(machineMs))
}

/**
 * Performs an action by name, for a control route, the command line or a timeline.
 * @throws ActionError when the action is unknown (404), its arguments are invalid (400) or the
 * current state does not allow it (409).
 */
export function perform(
  account: Account,
  name: string,
  args: unknown,
  machineMs: number,
): ActionResult {
  const action = checkedAction(name, args)
  const fired = syncClock(account, machineMs)
  const result = run(account, action, { machineMs, fired, doStep: doStep(machineMs) })
  return { result, fired }
}

type Action<Name extends ActionName = ActionName> = {
  [Each in Name]: { name: Each; args: ActionArguments<Each> }
}[Name]

/** @throws ActionError 404 when there is no such action, 400 when these cannot be its arguments. */
export function checkedAction(name: string, args: unknown): Action {
  if (!isActionName(name)) throw new ActionError(404, unknownAction(name))
  const checked = checkArguments(name, args)
  if (checked.ok) return { name, args: checked.value } as Action
  const [first] = checked.issues
  throw new ActionError(400, formatIssues(checked.issues), toField(first.path))
}

function run<Name extends ActionName>(
  account: Account,
  { name, args }: Action<Name>,
  moment: Moment,
): object {
  const table: Handlers = handlers
  return table[name](account, args, moment)
}

function doStep(machineMs: number) {
  return (account: Account, step: Step) => performStep(account, step, machineMs)
}

type Step = { do: string; arguments: object }

/** A refused timeline step is reported in the events; later steps still run. */
export function performStep(
  account: Account,
  step: Step,
  machineMs: number,
  fired = new FiredEvents(),
): { result: object } | { refused: Refusal } {
  try {
    const action = checkedAction(step.do, withAlias(account, step))
    return { result: run(account, action, { machineMs, fired, doStep: doStep(machineMs) }) }
  } catch (error) {
    if (error instanceof ActionError) return { refused: error.refusal }
    throw error
  }
}

/** A scenario does not know the ids that will be drawn: `{first}` and `{last}` stand for aliases of the account. */
function withAlias({ aliases }: Account, step: Step): object {
  const { id } = step.arguments as { id?: unknown }
  if (id !== '{first}' && id !== '{last}') return step.arguments
  const all = aliases.all()
  const alias = id === '{first}' ? all[0] : all.at(-1)
  return alias ? { ...step.arguments, id: alias.id } : step.arguments
}
