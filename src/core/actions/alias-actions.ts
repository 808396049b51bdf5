import { formatValue } from '../../contract/values/invalid-choice.ts'
import type { ActionArguments } from '../../contract/actions.ts'
import type { Account } from '../account/account.ts'
import type { Alias } from '../aliases/alias.ts'
import { repliesOf } from '../aliases/alias-texts.ts'
import { addAlias } from '../calls/new-alias.ts'
import { whyNoRoomForAlias } from '../account/room.ts'
import { ActionError, refuse } from '../../contract/control/action-error.ts'
import { toInstantMs, toSeconds } from '../clock/times.ts'
import { serialize } from '../aliases/serialize.ts'
import { freeId } from '../account/free-ids.ts'
import type { HandlersOf } from './handler.ts'
import { populateAliases } from './populate-aliases.ts'

/** The actions on aliases that a user has in the service's dashboard. */

export const aliasActions = {
  create_alias: createByDashboard,
  suspend_alias: suspend,
  resume_alias: resume,
  delete_alias: deleteByDashboard,
  configure_replies: configureReplies,
  populate_aliases: (account, request) => populateAliases(account, request),
} satisfies HandlersOf<'aliases'>

export function aliasOf(account: Account, id: string): Alias {
  const alias = account.aliases.get(id)
  if (!alias) throw new ActionError(404, `alias ${formatValue(id)} does not exist`, 'id')
  return alias
}

function createByDashboard(account: Account, requested: ActionArguments<'create_alias'>) {
  const { expires_at: expiry, single_use = false } = requested
  const { label = '', note = '', source = '', category = '' } = requested
  const expiresAt = expiry == null ? null : toSeconds(toInstantMs(expiry, account.now))
  if (expiresAt !== null && expiresAt <= toSeconds(account.now)) {
    throw new ActionError(400, 'expires_at must be in the future', 'expires_at')
  }
  const fields = { label, note, source, category, single_use, expires_at: expiresAt }
  const full = whyNoRoomForAlias(account, fields)
  if (full !== undefined) refuse('no_room', full)
  const alias = addAlias(account, freeId(account), fields)
  return { alias: serialize(alias, account.aliases.texts) }
}

/** Burned after its one forwarded message, whatever status it shows (choice `burn`). */
export function isBurned(alias: Alias): boolean {
  return alias.single_use && alias.forward_count > 0
}

/** POST /v1/aliases, single_use: burned after one forwarded message, as the choice `burn` says. */
export function burn(account: Account, alias: Alias): void {
  account.state.gone.burned += 1
  const { burn: status } = account.choices
  if (status === 'removed') account.aliases.remove(alias)
  else account.aliases.change(alias, { status })
}

function suspend(account: Account, { id, reason }: ActionArguments<'suspend_alias'>) {
  const alias = aliasOf(account, id)
  if (alias.status !== 'active')
    refuse('alias_not_active', `alias ${id} is ${alias.status}, not active`)
  const changed = { status: 'suspended', suspended_reason: reason } as const
  return { alias: serialize(account.aliases.change(alias, changed), account.aliases.texts) }
}

function resume(account: Account, { id }: ActionArguments<'resume_alias'>) {
  const alias = aliasOf(account, id)
  if (alias.status !== 'suspended') {
    refuse('alias_not_suspended', `alias ${id} is ${alias.status}, not suspended`)
  }
  if (isBurned(alias)) refuse('alias_burned', `alias ${id} is single-use and has been burned`)
  const changed = { status: 'active', suspended_reason: undefined } as const
  return { alias: serialize(account.aliases.change(alias, changed), account.aliases.texts) }
}

function deleteByDashboard(account: Account, { id }: ActionArguments<'delete_alias'>) {
  account.aliases.remove(aliasOf(account, id))
  return { id }
}

function configureReplies(account: Account, requested: ActionArguments<'configure_replies'>) {
  const alias = aliasOf(account, requested.id)
  const replies = { replies_enabled: requested.value ?? true }
  const isShown = repliesOf(alias, account.choices) === repliesOf(replies, account.choices)
  const changed = isShown ? alias : account.aliases.change(alias, replies)
  return { alias: serialize(changed, account.aliases.texts) }
}
