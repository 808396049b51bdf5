import { ActionError } from '../../contract/control/action-error.ts'
import { formatValue } from '../../contract/values/invalid-choice.ts'
import { possibleActions } from '../../history/replay/possible-actions.ts'
import { toAccountView } from '../views/account-view.ts'
import { performedView } from '../performed-view.ts'
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
