import type { AliasSeed } from '../../contract/scenario/alias-seed.ts'
import { ActionError } from '../../contract/control/action-error.ts'
import { formatValue } from '../../contract/values/invalid-choice.ts'
import type { SampleRequest } from '../../contract/scenario/sample-data.ts'
import { rules } from '../../contract/rules.ts'
import type { Account } from '../account/account.ts'
import { drawId, drawUntilFree } from '../aliases/alias-id.ts'
import type { InitialAliases } from '../account/snapshot.ts'
import { AliasTexts } from '../aliases/alias-texts.ts'
import { addAlias } from '../calls/new-alias.ts'
import { toInstantMs, toSeconds } from '../clock/times.ts'
import { resumeRandom } from '../random/random.ts'
import { populateAliases } from './populate-aliases.ts'

/** The aliases of an account that starts: those of its scenario, then sample aliases. */
export function seedAliases(
  account: Account,
  seeds: readonly AliasSeed[],
  samples: SampleRequest,
  initial: InitialAliases | null,
): void {
  const { scenario, drawnFor } = startOf(account)
  if (initial?.scenario === scenario && initial.drawnFor === drawnFor)
    return startAgain(account, seeds, initial)
  seeds.forEach((seed, index) => seedAlias(account, seed, index))
  if (samples.count === 0) return
  populateAliases(account, samples, null)
  account.initial = {
    ...startOf(account),
    aliases: account.aliases.clone(),
    draws: account.random.state(),
    made: account.state.aliases_made,
  }
}

/** Returns everything but the time that the aliases of a start depend on. */
function startOf({ state, choices }: Account) {
  const drawnFor = JSON.stringify([state.seed, state.name, choices.id_style])
  return { scenario: state.start, drawnFor }
}

/**
 * Seeds an account with the initial aliases of an earlier start. Only times can differ: those of
 * the sample aliases follow from the start of the account, the few others are set again.
 */
function startAgain(account: Account, seeds: readonly AliasSeed[], initial: InitialAliases): void {
  // New texts, since other times are written in them.
  const aliases = initial.aliases.clone(new AliasTexts(account.choices, toSeconds(account.now)))
  const listed = aliases.after(null, 'oldest_first', seeds.length)
  seeds.forEach((seed, index) => {
    const alias = listed[index]!
    const { created_at, expires_at } = timesOf(account, seed, index)
    if (alias.created_at !== created_at || alias.expires_at !== expires_at)
      aliases.change(alias, { created_at, expires_at })
  })
  account.aliases = aliases
  account.random = resumeRandom(initial.draws)
  account.state.aliases_made = initial.made
  account.initial = { ...initial, aliases: aliases.clone() }
}

function seedAlias(account: Account, seed: AliasSeed, index: number): void {
  const { label = '', note = '', source = '', category = '' } = seed
  const id =
    seed.id ?? freeId(account) ?? wrong(index, 'id', 'is required: all three draws collided')
  if (account.aliases.isIdTaken(id))
    wrong(index, 'id', `must be unique (${formatValue(id)} exists)`)
  const times = timesOf(account, seed, index)
  addAlias(account, id, {
    label,
    note,
    source,
    category,
    single_use: seed.single_use ?? false,
    ...times,
    forward_count: seed.forward_count ?? 0,
    status: seed.status ?? 'active',
    replies_enabled: seed.replies_enabled,
    suspended_reason: seed.suspended_reason,
  })
}

/** The times of an alias in a scenario. @throws ActionError 400 when an account cannot start with them now. */
function timesOf({ now }: Account, seed: AliasSeed, index: number) {
  const expires_at = seed.expires_at == null ? null : toSeconds(toInstantMs(seed.expires_at, now))
  const created_at =
    seed.created_at === undefined ? null : toSeconds(toInstantMs(seed.created_at, now))
  if (created_at !== null && created_at > toSeconds(now)) {
    wrong(index, 'created_at', 'must not be in the future')
  }
  if (expires_at !== null && expires_at <= toSeconds(now)) {
    wrong(index, 'expires_at', 'must be in the future')
  }
  if (expires_at !== null && expires_at > toSeconds(now) + rules.expiry.maxSeconds) {
    wrong(index, 'expires_at', 'must be at most 366 days ahead')
  }
  return { created_at, expires_at }
}

function wrong(index: number, field: string, problem: string): never {
  const path = `aliases[${index}].${field}`
  throw new ActionError(400, `${path} ${problem}`, path)
}

function freeId(account: Account): string | null {
  return drawUntilFree(
    () => drawId(account.random, account.state.ids, account.choices.id_style),
    (drawn) => account.aliases.isIdTaken(drawn),
  ).id
}
