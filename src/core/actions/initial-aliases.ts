import type { AliasSeed } from '../../contract/scenario/alias-seed.ts'
import { ActionError } from '../../contract/control/action-error.ts'
import { formatValue } from '../../contract/values/invalid-choice.ts'
import type { SampleRequest } from '../../contract/scenario/sample-data.ts'
import { rules } from '../../contract/rules.ts'
import type { Account } from '../account/account.ts'
import { drawId, drawUntilFree } from '../aliases/alias-id.ts'
import { addAlias } from '../calls/new-alias.ts'
import { toInstantMs, toSeconds } from '../clock/times.ts'
import { populateAliases } from './populate-aliases.ts'

/** The aliases of an account that starts: those of its scenario, then sample aliases. */
export function seedAliases(
  account: Account,
  seeds: readonly AliasSeed[],
  samples: SampleRequest,
): void {
  seeds.forEach((seed, index) => seedAlias(account, seed, index))
  if (samples.count > 0) populateAliases(account, samples)
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
function timesOf(account: Account, seed: AliasSeed, index: number) {
  const { now } = account
  const expires_at = seed.expires_at == null ? null : toSeconds(toInstantMs(seed.expires_at, now))
  const created_at = toSeconds(
    seed.created_at === undefined ? now : toInstantMs(seed.created_at, now),
  )
  if (created_at > toSeconds(now)) {
    wrong(index, 'created_at', 'must not be in the future')
  }
  if (expires_at !== null && account.expiryMsOf({ expires_at }) <= now) {
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
