import { formatValue } from '../../contract/invalid-choice.ts'
import {
  checkArguments,
  isActionName,
  unknownAction,
  type ActionArguments,
  type ActionName,
} from '../../contract/actions.ts'
import {
  checkScenario,
  mergeChecked,
  unknownScenario,
  type Scenario,
} from '../../contract/scenario.ts'
import { toField, formatIssue } from '../../contract/validation-issue.ts'
import type { Account } from '../account/account.ts'
import * as aliases from './alias-actions.ts'
import * as billing from '../account/billing.ts'
import { advanceClock, freezeClock, resumeClock } from './clock-actions.ts'
import { advanceTo } from './run-due.ts'
import { armFault, clearFaults } from '../account/faults.ts'
import { toFaultView } from '../views/account-view.ts'
import { Fired } from '../clock/fired-events.ts'
import {
  burstLevel,
  dailyLevel,
  forwardsLevel,
  openBurst,
  setDaily,
  setForwards,
} from '../account/limits.ts'
import { forwardMessage, sendMessage } from './mail-actions.ts'
import { ActionError, refuse } from '../../contract/action-error.ts'
import { firstKey, reinitialize, rotate } from './initial-state.ts'
import { toMs } from '../clock/times.ts'
import { readClock } from '../clock/clock.ts'

/** What an action did: its own result, and what time did meanwhile. */
export type Performed = { result: object; fired: Fired }

/** What the actions answer whose answer one reads; of the others it is told that they were done. */
export type Results = {
  rotate_key: ReturnType<typeof rotateKey>
  create_alias: ReturnType<typeof aliases.createByDashboard>
  suspend_alias: ReturnType<typeof aliases.suspend>
  resume_alias: ReturnType<typeof aliases.resume>
  configure_replies: ReturnType<typeof aliases.configureReplies>
  populate_aliases: ReturnType<typeof aliases.populate>
  forward_message: ReturnType<typeof forwardMessage>
  set_usage: ReturnType<typeof setUsage>
  arm_fault: { fault: ReturnType<typeof toFaultView> }
  clear_faults: ReturnType<typeof clear>
}

/** Does what has become due at the machine's now; afterwards the account's now is that of its clock. */
export function syncClock(account: Account, machineMs: number): Fired {
  return advanceTo(
    account,
    readClock(account.state.clock, machineMs, account.now),
    doStep(machineMs),
  )
}

/**
 * Performs one action by name, whoever asks: a control route, the command line, a timeline.
 * @throws ActionError when it is unknown (404), badly given (400) or cannot be done now (409).
 */
export function perform(
  account: Account,
  name: string,
  args: unknown,
  machineMs: number,
): Performed {
  const action = checkedAction(name, args)
  const fired = syncClock(account, machineMs)
  const result = run(account, action, machineMs, fired)
  return { result, fired }
}

type Action = { [Name in ActionName]: { name: Name; args: ActionArguments<Name> } }[ActionName]

function checkedAction(name: string, args: unknown): Action {
  if (!isActionName(name)) throw new ActionError(404, `unknown action: ${unknownAction(name)}`)
  const checked = checkArguments(name, args)
  if (checked.ok) return { name, args: checked.value } as Action
  const [first] = checked.issues
  throw new ActionError(400, checked.issues.map(formatIssue).join('; '), toField(first.path))
}

/** One line for each row of the action table. */
function run(account: Account, action: Action, machineMs: number, fired: Fired): object {
  const time = { machineMs, fired, doStep: doStep(machineMs) }
  switch (action.name) {
    case 'advance_clock':
      return advanceClock(account, action.args, time)
    case 'freeze_clock':
      return freezeClock(account, action.args, time)
    case 'resume_clock':
      return resumeClock(account, action.args, time)
    case 'start_trial':
      return billing.startTrial(account, action.args)
    case 'subscribe':
      return billing.subscribe(account, action.args)
    case 'change_plan':
      return billing.changePlan(account, action.args)
    case 'fail_payment':
      return billing.failPayment(account, action.args)
    case 'update_card':
      return billing.updateCard(account)
    case 'settle_invoice':
      return billing.settleInvoice(account)
    case 'cancel_subscription':
      return billing.cancelSubscription(account)
    case 'set_account':
      return billing.setAccount(account, action.args)
    case 'rotate_key':
      return rotateKey(account)
    case 'revoke_key':
      return revokeKey(account)
    case 'create_alias':
      return aliases.createByDashboard(account, action.args)
    case 'suspend_alias':
      return aliases.suspend(account, action.args)
    case 'resume_alias':
      return aliases.resume(account, action.args)
    case 'delete_alias':
      return aliases.deleteByDashboard(account, action.args)
    case 'configure_replies':
      return aliases.configureReplies(account, action.args)
    case 'populate_aliases':
      return aliases.populate(account, action.args.count)
    case 'forward_message':
      return forwardMessage(account, action.args)
    case 'reply_message':
    case 'compose_message':
      return sendMessage(account, action.args)
    case 'set_usage':
      return setUsage(account, action.args)
    case 'arm_fault':
      return { fault: toFaultView(armFault(account, action.args)) }
    case 'clear_faults':
      return clear(account, action.args)
    case 'load_scenario':
      return loadScenario(account, action.args.scenario, machineMs)
    case 'reset':
      return resetAccount(account, machineMs)
  }
}

/** A timeline's step that cannot be done says so in what fired; it stops nothing. */
function doStep(machineMs: number) {
  return (account: Account, step: { do: string; arguments: object }): object => {
    try {
      const action = checkedAction(step.do, step.arguments)
      return {
        result: run(account, action, machineMs, new Fired()),
      }
    } catch (error) {
      if (error instanceof ActionError) return { refused: error.message }
      throw error
    }
  }
}

/** Authentication, 3: the old key stops working at once. Free accounts cannot create keys. */
function rotateKey(account: Account) {
  if (account.state.plan === 'free') refuse('a Free account cannot create API keys')
  const key = rotate(account)
  account.host.keys.register(account)
  if (account.choices.rotation_resets_burst) {
    account.state.usage.burst = null // Limits, Burst: per API key
    account.reschedule()
  }
  return { api_key: key }
}

function revokeKey(account: Account) {
  if (account.state.key.status === 'revoked') refuse('the key is revoked already')
  account.state.key.status = 'revoked'
  return {}
}

function setUsage(account: Account, args: ActionArguments<'set_usage'>) {
  const { state } = account
  if (args.burst !== undefined || args.burst_resets_in !== undefined) {
    const used = args.burst ?? burstLevel(account).used
    const open = state.usage.burst
    const left =
      args.burst_resets_in !== undefined
        ? toMs(args.burst_resets_in)
        : open
          ? open.resets_at_ms - account.now
          : undefined
    openBurst(account, used, left)
  }
  if (args.daily !== undefined) setDaily(account, args.daily)
  if (args.referral_bonus !== undefined) state.usage.referral_bonus = args.referral_bonus
  if (args.forwards !== undefined) setForwards(account, args.forwards)
  return {
    burst: burstLevel(account),
    daily: dailyLevel(account),
    forwards: forwardsLevel(account),
  }
}

function clear(account: Account, which: ActionArguments<'clear_faults'>) {
  const { id } = which
  if (id !== undefined && !account.state.faults.some((fault) => fault.id === id)) {
    throw new ActionError(404, `there is no fault ${formatValue(id)}`, 'id')
  }
  return { cleared: clearFaults(account, which) }
}

function loadScenario(account: Account, args: string | Record<string, unknown>, machineMs: number) {
  const named = scenarioOf(account, args)
  reinitialize(account, account.state.key, named, machineMs)
  syncClock(account, machineMs)
  return { scenario: named.name }
}

function scenarioOf(account: Account, args: string | Record<string, unknown>) {
  if (typeof args === 'string') {
    const scenario = account.host.findScenario(args)
    if (scenario) return { name: args, scenario }
    const known = unknownScenario(args, account.host.scenarioNames())
    throw new ActionError(404, `unknown scenario: ${known}`, 'scenario')
  }
  const own = checkScenario(args)
  const checked = own.ok ? mergeChecked(account.host.overrides, own.value) : own
  if (checked.ok) return { name: 'inline', scenario: checked.value }
  const [first] = checked.issues
  const field = toField(['scenario', ...first.path])
  throw new ActionError(400, checked.issues.map(formatIssue).join('; '), field)
}

/**
 * Back to how it started, or nothing at all: first key valid, later ones unknown, journal empty. Keys
 * drawn afterwards are others than those drawn before.
 */
export function resetAccount(
  account: Account,
  machineMs: number,
  keysMade = account.state.key.made,
) {
  const { start, started_as, key } = account.state
  const first = firstKey(key.first, key.series, keysMade)
  reinitialize(account, first, { name: started_as, scenario: start as Scenario }, machineMs)
  account.journal.clear()
  return { scenario: started_as }
}
