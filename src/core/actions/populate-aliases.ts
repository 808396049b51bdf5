import { limits } from '../../contract/limits.ts'
import type { SampleRequest } from '../../contract/scenario/sample-data.ts'
import type { Account } from '../account/account.ts'
import { ActionError } from '../../contract/control/action-error.ts'
import { refuseWithoutRoom } from '../account/room.ts'
import { aliasBytes } from '../sizes/bytes.ts'
import type { SampleField } from '../aliases/sample-texts.ts'
import { addAlias, unsetAlias } from '../calls/new-alias.ts'
import { hashOf, randomAt } from '../random/random.ts'
import { freeIds } from '../account/free-ids.ts'
import { toNumber } from '../../text/numbers.ts'

/**
 * Adds sample aliases, all created now. Their texts depend only on locale, seed and position in the series, not on the account. Their ids are drawn from the account, because ids are never reused.
 */
export function populateAliases(account: Account, request: SampleRequest) {
  const { count, locale = 'en', seed = account.state.seed, skip = 0 } = request
  const room = limits.aliases.value - account.aliases.ids
  if (count > room) {
    const problem = `count must be at most ${room} here: an account has at most ${toNumber(limits.aliases.value)} aliases, removed ones included, and this one has ${toNumber(account.aliases.ids)}`
    throw new ActionError(400, problem, 'count')
  }
  refuseWithoutRoom(account, count * aliasBytes(unsetAlias()))
  const texts = account.host.sampleTexts(locale)
  const drawSeed = hashOf(`${seed}/${locale}/texts`)
  let position = skip * 4 // four texts per alias
  const next = (field: SampleField) => texts.text(field, randomAt(drawSeed, position++))
  for (const id of freeIds(account, count)) {
    addAlias(account, id, {
      label: next('label'),
      note: next('note'),
      source: next('source'),
      category: next('category'),
      single_use: false,
      expires_at: null,
    })
  }
  return { populated: count, aliases: account.aliases.size }
}
