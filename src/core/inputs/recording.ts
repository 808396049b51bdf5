import { actionType } from '../../contract/history/entry-types.ts'
import { ActionError, type Refusal } from '../../contract/control/action-error.ts'
import { changedChoices } from '../../contract/choices/choices.ts'
import type { Operation } from '../../contract/operations.ts'
import type { Origin } from '../../contract/control/origins.ts'
import type { Account } from '../account/account.ts'
import { watchChanges } from '../account/unchanged.ts'
import { Fired, type FiredEvent } from '../clock/fired-events.ts'
import {
  toHistoryId,
  type ActionEntry,
  type StartEntry,
  type StartKey,
} from '../record/history-entry.ts'
import { refusedAction } from '../record/refused-inputs.ts'
import { resetAccount } from '../actions/scenario-actions.ts'
import { perform, performStep, syncClock, type Performed } from '../actions/run-action.ts'
import { takeStepsAt } from '../actions/steps-at-calls.ts'

/** Writes into an account's history what happens beside its calls. */

/** What an action did, with its entry in the history; `isIdle` if it left the account as it was. */
export type Recorded = Performed & { isIdle: boolean; entry: ActionEntry }

/** Runs everything due up to the current machine time, and records the events. */
export function syncAndRecord(account: Account, machineMs: number): Fired {
  const fired = syncClock(account, machineMs)
  if (fired.total > 0) recordFired(account, fired, null, machineMs)
  return fired
}

/** Records that an account started, or went back to its stored state. */
export function recordStart(
  account: Account,
  reason: StartEntry['reason'],
  machineMs = account.state.clock.machine_ms,
  key: StartKey | null = null,
): void {
  const { state, history, now } = account
  history.add({
    type: 'start',
    accountMs: now,
    machineMs,
    reason,
    scenario: state.scenario,
    seed: state.seed,
    choices: changedChoices(account.choices),
    clock: { mode: state.clock.mode, scale: state.clock.scale },
    key,
  })
  account.addBase()
}

/**
 * Performs an action and records it, also when it is refused.
 * @throws ActionError as `perform` does.
 */
export function performAndRecord(
  account: Account,
  { action, args, origin }: { action: string; args: unknown; origin: Origin },
  machineMs: number,
): Recorded {
  syncAndRecord(account, machineMs)
  return record(account, { action, arguments: args, origin, isWholeReset: false }, machineMs, () =>
    perform(account, action, args, machineMs),
  )
}

/** Records again an action of which only the beginning was recorded. It changed nothing. */
export function recordAgain(account: Account, recorded: ActionEntry): void {
  const { order: _order, number: _number, account: _account, ...entry } = recorded
  account.addBase()
  account.history.add({ ...entry, accountMs: account.now })
}

/** Resets an account together with the whole sandbox, and records it. @throws ActionError */
export function resetWhole(account: Account, machineMs: number, origin: Origin): void {
  syncAndRecord(account, machineMs)
  const action = { action: 'reset', arguments: {}, origin, isWholeReset: true }
  record(account, action, machineMs, () => {
    return { result: resetAccount(account, machineMs, 0), fired: new Fired() }
  })
}

/**
 * Performs the steps of the timeline that come right before the next call, and records them; the call
 * brought them about.
 */
export function recordStepsBefore(
  account: Account,
  operation: Operation | null,
  machineMs: number,
): void {
  const { history, state } = account
  account.addBaseIfDue()
  if (state.timeline_at_calls === undefined) return
  const during = toHistoryId({ type: 'call', number: history.nextCall })
  for (const step of takeStepsAt(state, operation)) {
    const { now } = account
    const moved = new Fired()
    const done = performStep(account, step, machineMs, moved)
    const fired = new Fired()
    fired.add(now, 'timeline', { do: step.do, arguments: step.arguments, ...done })
    recordFired(account, fired, during, machineMs)
    recordFired(account, moved, during, machineMs)
  }
}

type ActionFields = Pick<ActionEntry, 'action' | 'arguments' | 'origin' | 'isWholeReset'>

/** Records what `run` does as an action, with its result or refusal, then the events of it. */
function record(
  account: Account,
  { action, arguments: args, origin, isWholeReset }: ActionFields,
  machineMs: number,
  run: () => Performed,
): Recorded {
  const { history, now: accountMs } = account
  account.addBase()
  const place = { type: actionType(action), accountMs, machineMs }
  const entry = { ...place, action, arguments: args, origin, isWholeReset }
  const isUnchanged = watchChanges(account)
  try {
    const { result, fired } = run()
    const isIdle = isUnchanged()
    const idle = isIdle && { isIdle, ...refusedAction(action, args) }
    const added = history.add({ ...entry, ...idle, result, refused: null })
    recordFired(account, fired, toHistoryId(added), machineMs)
    return { result, fired, isIdle, entry: added }
  } catch (error) {
    if (!(error instanceof ActionError)) throw error
    const { refusal: refused } = error
    history.add({ ...entry, ...refusedAction(action, args), result: null, refused })
    throw error
  }
}

function recordFired(
  account: Account,
  fired: Fired,
  during: string | null,
  machineMs: number,
): void {
  const { history } = account
  for (const { at: accountMs, event, ...details } of fired.events) {
    history.add({ type: 'event', accountMs, machineMs, event, details, during })
    if (event === 'timeline') recordStep(account, accountMs, details, machineMs)
  }
  const more = fired.total - fired.events.length
  if (more === 0) return
  const details = { count: more }
  const event = 'more_events'
  history.add({ type: 'event', accountMs: account.now, machineMs, event, details, during })
}

/** A timeline's step is an action too. */
function recordStep(
  { history }: Account,
  accountMs: number,
  step: Omit<FiredEvent, 'at' | 'event'>,
  machineMs: number,
): void {
  const { do: action, arguments: args, result, refused } = step
  const entry = {
    type: actionType(String(action)),
    accountMs,
    machineMs,
    action: String(action),
    arguments: args,
    origin: 'timeline',
    isWholeReset: false,
  } as const
  if (refused === undefined) history.add({ ...entry, result: result as object, refused: null })
  else history.add({ ...entry, result: null, refused: refused as Refusal })
}
