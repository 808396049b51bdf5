import { actionRow, isActionName } from '../contract/actions.ts'
import type { Account } from '../core/account/account.ts'
import { toIso } from '../core/clock/times.ts'
import type { ControlParts } from './route.ts'

/** The groups of actions that may move an account's clock. */
const movesClock: readonly string[] = ['clock', 'whole']

/**
 * Publishes what a route changed as events: an action of an account, or else accounts. The sandbox itself publishes
 * calls of `/v1`.
 */
export function announce(
  events: Pick<ControlParts['events'], 'publish'>,
  account: Account,
  action: string | undefined,
): void {
  if (action === undefined) {
    events.publish('accounts', null, () => ({}))
    return
  }
  const { name } = account
  const place = () => ({ account: name, now: toIso(account.now) })
  events.publish('action', name, () => ({ action, ...place() }))
  if (!isActionName(action) || !movesClock.includes(actionRow(action).group)) return
  events.publish('clock', name, () => {
    const { mode, scale } = account.state.clock
    return { ...place(), mode, scale }
  })
}
