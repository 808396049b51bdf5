import type { PerformedEntry, StartEntry, StartKey } from '../../contract/history/entry.ts'
import { actionType } from '../../contract/history/entry-types.ts'
import { ActionError, type Refusal } from '../../contract/control/action-error.ts'
import { changedChoices } from '../../contract/choices/choices.ts'
import type { Operation } from '../../contract/operations.ts'
import type { Origin } from '../../contract/history/origins.ts'
import type { Account } from '../account/account.ts'
import { watchChanges } from '../account/unchanged.ts'
import { FiredEvents, type FiredEvent } from '../clock/fired-events.ts'
import { toIso } from '../clock/times.ts'
import { explainDelivery } from '../../words/explain-delivery.ts'
import { refusedAction } from '../record/refused-inputs.ts'
import { resetAccount } from '../actions/scenario-actions.ts'
import { perform, performStep, syncClock, type ActionResult } from '../actions/run-action.ts'
import { takeStepsAt } from '../actions/steps-at-calls.ts'

/** Writes into an account's history what happens beside its calls. */

/** The result of an action, with its entry in the history. */
export type RecordedAction = ActionResult & { entry: PerformedEntry }

/** Runs everything due up to the current machine time, and records the events. */
export function syncAndRecord(account: Account, machineMs: number): FiredEvents {
  const fired = syncClock(account, machineMs)
  if (fired.total > 0) recordFired(account, fired, null, machineMs)
  return fired
}

/** The times of something on both clocks, as an entry tells them. */
function timesOf(accountMs: number, machineMs: number) {
  return { at: toIso(accountMs), real_at: toIso(machineMs) }
}

/** Records that an account started, or went back to its stored state. */
export function recordStart(
  account: Account,
  reason: StartEntry['reason'],
  machineMs = account.state.clock.machine_ms,
  key?: StartKey,
): void {
  const { state, history, now } = account
  history.add({
    type: 'start',
    ...timesOf(now, machineMs),
    reason,
    scenario: state.scenario,
    seed: state.seed,
    choices: changedChoices(account.choices),
    clock: { mode: state.clock.mode, scale: state.clock.scale },
    ...(key && { key }),
  })
  account.addBase()
}

/**
 * Performs an action and records it, also when it is refused.
 * @throws ActionError as `perform` does.
 */
export function performAndRecord(
  account: Account,
  { action, args, origin }: ActionRequest,
  machineMs: number,
): RecordedAction {
  syncAndRecord(account, machineMs)
  return record(account, { action, args, origin }, machineMs, () =>
    perform(account, action, args, machineMs),
  )
}

/** Records again an action of which only the beginning was recorded. It changed nothing. */
export function recordAgain(account: Account, recorded: PerformedEntry): void {
  const { order: _order, id: _id, account: _account, ...entry } = recorded
  account.addBase()
  account.history.add({ ...entry, at: toIso(account.now) })
}

/** Resets an account together with the whole sandbox, and records it. @throws ActionError */
export function resetWhole(account: Account, machineMs: number, origin: Origin): void {
  syncAndRecord(account, machineMs)
  const asked = { action: 'reset', args: {}, origin, whole_sandbox: true } as const
  record(account, asked, machineMs, () => {
    return { result: resetAccount(account, machineMs, 0), fired: new FiredEvents() }
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
  const during = history.nextId('call')
  for (const step of takeStepsAt(state, operation)) {
    const { now } = account
    const moved = new FiredEvents()
    const done = performStep(account, step, machineMs, moved)
    const fired = new FiredEvents()
    fired.add(now, 'timeline', { do: step.do, arguments: step.arguments, ...done })
    recordFired(account, fired, during, machineMs)
    recordFired(account, moved, during, machineMs)
  }
}

type ActionRequest = { action: string; args: unknown; origin: Origin; whole_sandbox?: true }

/** Records what `run` does as an action, with its result or refusal, then the events of it. */
function record(
  account: Account,
  { action, args, ...asked }: ActionRequest,
  machineMs: number,
  run: () => ActionResult,
): RecordedAction {
  const { history, now } = account
  account.addBase()
  const entry = { type: actionType(action), ...timesOf(now, machineMs), action, ...asked }
  const isUnchanged = watchChanges(account)
  try {
    const { result, fired } = run()
    const given = isUnchanged()
      ? { ...refusedAction(action, args), unchanged: true as const }
      : { arguments: args }
    const added = history.add({ ...entry, ...given, ...resultOf(action, result) })
    recordFired(account, fired, added.id, machineMs)
    return { result, fired, entry: added }
  } catch (error) {
    if (!(error instanceof ActionError)) throw error
    history.add({ ...entry, ...refusedAction(action, args), refused: error.refusal })
    throw error
  }
}

/** The result of an action; of the delivery of a mail, with the reason for it. */
function resultOf(action: string, result: object) {
  return {
    result: { ...result },
    ...(actionType(action) === 'mail' && explainDelivery(result)),
  }
}

function recordFired(
  account: Account,
  fired: FiredEvents,
  during: string | null,
  machineMs: number,
): void {
  const { history } = account
  for (const { at: accountMs, event, ...details } of fired.events) {
    const times = timesOf(accountMs, machineMs)
    history.add({ type: 'event', ...times, event, details, during })
    if (event === 'timeline') recordStep(account, times, details)
  }
  const more = fired.total - fired.events.length
  if (more === 0) return
  const details = { count: more }
  const event = 'more_events'
  const times = timesOf(account.now, machineMs)
  history.add({ type: 'event', ...times, event, details, during })
}

/** A timeline's step is an action too. */
function recordStep(
  { history }: Account,
  times: ReturnType<typeof timesOf>,
  { do: name, arguments: args, result, refused }: Omit<FiredEvent, 'at' | 'event'>,
): void {
  const action = String(name)
  const entry = {
    type: actionType(action),
    ...times,
    action,
    arguments: args,
    origin: 'timeline',
  } as const
  if (refused === undefined) history.add({ ...entry, ...resultOf(action, result as object) })
  else history.add({ ...entry, refused: refused as Refusal })
}
