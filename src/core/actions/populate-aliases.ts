import { inputBounds } from '../../contract/values/bounds.ts'
import type { SampleRequest } from '../../contract/scenario/sample-data.ts'
import type { Account } from '../account/account.ts'
import { ActionError } from '../../contract/control/action-error.ts'
import { refuseWithoutRoom } from '../account/room.ts'
import { weights } from '../memory/weights.ts'
import type { SampleField } from '../aliases/sample-texts.ts'
import { nextAlias } from '../calls/new-alias.ts'
import { toSeconds } from '../clock/times.ts'
import { hashOf, randomAt } from '../random/random.ts'
import { freeIds } from '../account/free-ids.ts'

/**
 * Adds sample aliases, all created now; `createdAt` is null for those of an account's start. Their texts depend only on locale, seed and position in the
 * series, not on the account. Their ids are drawn from the account, because ids are never reused.
 */
export function populateAliases(
  account: Account,
  request: SampleRequest,
  createdAt: number | null = toSeconds(account.now),
) {
  const { count, locale = 'en', seed = account.state.seed, skip = 0 } = request
  if (account.aliases.size + count > inputBounds.populatedAliases.max) {
    throw new ActionError(
      400,
      `count must not exceed the limit of ${inputBounds.populatedAliases.max} aliases per account`,
      'count',
    )
  }
  refuseWithoutRoom(account, count * weights.alias)
  const texts = account.host.sampleTexts(locale)
  const drawSeed = hashOf(`${seed}/${locale}/texts`)
  let position = skip * 4 // four texts per alias
  const next = (field: SampleField) => texts.text(field, randomAt(drawSeed, position++))
  const made = freeIds(account, count).map((id) =>
    nextAlias(account, id, {
      label: next('label'),
      note: next('note'),
      source: next('source'),
      category: next('category'),
      single_use: false,
      expires_at: null,
      created_at: createdAt,
      weight: weights.alias, // all share the sample texts
    }),
  )
  account.aliases.addAll(made)
  return { populated: count, aliases: account.aliases.size }
}
