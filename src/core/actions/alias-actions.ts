import { formatValue } from '../../contract/invalid-choice.ts'
import type { ActionArguments } from '../../contract/actions.ts'
import { inputBounds } from '../../contract/bounds.ts'
import type { Account } from '../account/account.ts'
import type { Alias } from '../aliases/alias.ts'
import { ALIAS_BYTES, aliasBytes } from '../aliases/alias-weight.ts'
import { addAlias } from '../calls/create-alias.ts'
import { drawId, drawUntilFree } from '../aliases/alias-id.ts'
import { ActionError, refuse } from '../../contract/action-error.ts'
import { toInstantMs, toSeconds } from '../clock/times.ts'
import { serialize } from '../aliases/serialize.ts'
import { hashOf, resumeRandom, seedRandom } from '../random/random.ts'
import type { HandlersOf } from './handler.ts'

/** What the dashboard of the service does to aliases. */

export const aliasActions = {
  create_alias: createByDashboard,
  suspend_alias: suspend,
  resume_alias: resume,
  delete_alias: deleteByDashboard,
  configure_replies: configureReplies,
  populate_aliases: (account, { count }) => populate(account, count),
} satisfies HandlersOf<'aliases'>

export function aliasOf(account: Account, id: string): Alias {
  const alias = account.aliases.get(id)
  if (!alias) throw new ActionError(404, `there is no alias ${formatValue(id)}`, 'id')
  return alias
}

function createByDashboard(account: Account, requested: ActionArguments<'create_alias'>) {
  const { expires_at: expiry, single_use = false } = requested
  const { label = '', note = '', source = '', category = '' } = requested
  const expiresAt = expiry == null ? null : toSeconds(toInstantMs(expiry, account.now))
  if (expiresAt !== null && expiresAt <= toSeconds(account.now)) {
    throw new ActionError(400, 'expires_at: lies in the past', 'expires_at')
  }
  refuseWithoutRoom(account, aliasBytes({ label, note, source, category }))
  const alias = addAlias(account, freeId(account), {
    label,
    note,
    source,
    category,
    single_use,
    expires_at: expiresAt,
  })
  return { alias: serialize(alias, account.choices) }
}

/** Whatever status it shows (choice `burn`): its one message was forwarded. */
export function isBurned(alias: Alias): boolean {
  return alias.single_use && alias.forward_count > 0
}

function suspend(account: Account, { id, reason }: ActionArguments<'suspend_alias'>) {
  const alias = aliasOf(account, id)
  if (alias.status !== 'active') refuse(`alias ${id} is ${alias.status}, not active`)
  alias.suspended_reason = reason
  setStatus(account, alias, 'suspended')
  return { alias: serialize(alias, account.choices) }
}

function resume(account: Account, { id }: ActionArguments<'resume_alias'>) {
  const alias = aliasOf(account, id)
  if (alias.status !== 'suspended') refuse(`alias ${id} is ${alias.status}, not suspended`)
  if (isBurned(alias)) refuse(`alias ${id} is single-use and was burned by its one message`)
  alias.suspended_reason = undefined
  setStatus(account, alias, 'active')
  return { alias: serialize(alias, account.choices) }
}

function deleteByDashboard(account: Account, { id }: ActionArguments<'delete_alias'>) {
  removeAlias(account, aliasOf(account, id))
  return { id }
}

function configureReplies(account: Account, requested: ActionArguments<'configure_replies'>) {
  const alias = aliasOf(account, requested.id)
  alias.replies_enabled = requested.value ?? true
  account.aliases.markChanged(alias)
  return { alias: serialize(alias, account.choices) }
}

/** Adds made-up aliases: ids from the account's draws, words from a stream of their own; all made now. */
export function populate(account: Account, count: number) {
  if (account.aliases.size + count > inputBounds.populatedAliases.max) {
    throw new ActionError(
      400,
      `count: an account holds at most ${inputBounds.populatedAliases.max} aliases`,
      'count',
    )
  }
  refuseWithoutRoom(account, count * ALIAS_BYTES)
  const { labels, notes, sources, categories } = account.host.prose()
  const words = seedRandom(
    hashOf(`${account.state.seed}/${account.name}/prose/${account.state.aliases_made}`),
  )
  const one = (list: readonly string[]) => list[words.below(list.length)]!
  for (const id of freeIds(account, count)) {
    const requested = {
      label: one(labels),
      note: one(notes),
      source: one(sources),
      category: one(categories),
      single_use: false,
      expires_at: null,
    }
    // The words are shared with all others.
    addAlias(account, id, requested, ALIAS_BYTES)
  }
  return { populated: count, aliases: account.aliases.size }
}

/** Refuses what the budget of all accounts has no room for. */
export function refuseWithoutRoom(account: Account, bytes: number): void {
  const full = account.host.whyNoRoomFor(account, bytes)
  if (full !== undefined) refuse(full)
}

export function setStatus(account: Account, alias: Alias, status: Alias['status']): void {
  alias.status = status
  account.aliases.markChanged(alias)
}

export function removeAlias(account: Account, alias: Alias): void {
  account.aliases.remove(alias)
}

function freeId(account: Account): string {
  return freeIds(account, 1)[0]! // as many as were asked for, or a refusal
}

/** Ids that were never given out. All or none: a refusal leaves even the draws as they were. */
function freeIds(account: Account, count: number): string[] {
  const { random, state, aliases, choices } = account
  const before = random.state()
  const ids = new Set<string>()
  while (ids.size < count) {
    const { id } = drawUntilFree(
      () => drawId(random, state.ids, choices.id_style),
      (drawn) => aliases.isIdTaken(drawn) || ids.has(drawn),
    )
    if (id === null) {
      account.random = resumeRandom(before)
      refuse('three draws collided: the ids of this scenario are nearly used up')
    }
    ids.add(id)
  }
  return [...ids]
}
