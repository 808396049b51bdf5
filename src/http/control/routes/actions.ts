import { ActionError } from '../../../contract/control/action-error.ts'
import { formatValue } from '../../../contract/values/invalid-choice.ts'
import type { Account } from '../../../core/account/account.ts'
import type { Recorded } from '../../../core/replay/recording.ts'
import { toIso } from '../../../core/clock/times.ts'
import { possibleActions } from '../../../core/replay/possible-actions.ts'
import { toAccountView, toFiredView } from '../../../core/views/account-view.ts'
import type { Handlers } from '../route.ts'

/** Actions on an account, and the reset of the whole sandbox. */
export const actionHandlers = {
  'GET accounts/:account/actions': ({ sandbox, account, machineMs }) => ({
    body: { actions: possibleActions(account, sandbox, machineMs) },
  }),
  'POST actions/:action': ({ sandbox, account, params, body, machineMs, origin }) => {
    const performed = sandbox.perform(account, params.action, body, machineMs, origin)
    return { body: performedView(params.action, account, performed) }
  },
  'POST reset': ({ sandbox, body, machineMs, origin }) => {
    expectEmptyBody(body)
    sandbox.reset(machineMs, origin)
    return { body: { accounts: sandbox.accounts().map(toAccountView) } }
  },
} satisfies Partial<Handlers>

/** For routes without arguments. @throws ActionError 400 naming the first field, so that a typo is noticed. */
export function expectEmptyBody(body: Record<string, unknown>): void {
  const [name] = Object.keys(body)
  if (name === undefined) return
  throw new ActionError(
    400,
    `unknown field ${formatValue(name)} (this route takes no fields)`,
    name,
  )
}

function performedView(action: string, account: Account, { result, fired, isIdle }: Recorded) {
  return {
    action,
    account: account.name,
    now: toIso(account.now),
    result,
    ...(isIdle && { unchanged: true as const }),
    fired: fired.events.map(toFiredView),
    ...(fired.total > fired.events.length && { fired_total: fired.total }),
  }
}
