import type { StoredAlias } from '../../contract/state.ts'
import type { Account } from '../account/account.ts'
import type { Alias } from '../aliases/alias-book.ts'
import { aliasBytes } from '../aliases/alias-weight.ts'
import { Refused, type Call, type Verdict } from './call.ts'
import type { NewAlias } from './create-request.ts'
import { dailyLevel, noteRefusedCreation, refusedToday, spendDaily } from '../account/limits.ts'
import { drawId, mint } from '../aliases/minting.ts'
import { toSeconds } from '../clock/times.ts'
import { createdText } from '../aliases/wire.ts'

/** POST /v1/aliases behind its checks: the daily cap, the draws, the alias. */
export function createAlias(call: Call, asked: NewAlias): Verdict {
  const { account } = call
  const full = account.host.whyNoRoomFor(account, aliasBytes(asked))
  if (full !== undefined) throw contentFull(full)
  const cap = checkDailyCap(call)
  const id = drawFreeId(call)
  if (!call.isRehearsal && account.choices.daily_spend !== 'attempted') spendDaily(account)
  call.lean('domain')
  if (account.state.ids === null) call.lean('id_style')
  return {
    outcome: 'created',
    response: {
      status: 200, // not 201: POST /v1/aliases, Response
      headers: {},
      body: call.isRehearsal ? '' : createdText(addAlias(account, id, asked), account.choices),
    },
    why: `The alias was created${cap}.`,
    source: 'POST /v1/aliases, Response',
    basis: 'documented',
  }
}

/** The sandbox itself has no room; the service would have. */
function contentFull(why: string): Refused {
  return new Refused({
    outcome: 'server_error',
    response: { status: 507, headers: {}, body: JSON.stringify({ message: why }) },
    why,
    source: 'the sandbox itself',
    basis: 'injected',
  })
}

/** Errors, 429 daily: no Retry-After. Answers where the count stands, for people. */
function checkDailyCap(call: Call): string {
  const { account } = call
  const { used, limit } = dailyLevel(account)
  const isOver = limit !== null && used >= limit
  const refused = refusedToday(account)
  const usedElse = used + (account.choices.daily_spend === 'created' ? refused : -refused)
  // Did refused creations spend the cap too, or did they not, this one would be answered otherwise.
  if (limit !== null && isOver !== usedElse >= limit) call.lean('daily_spend', { decides: true })
  if (account.choices.daily_spend === 'attempted' && !call.isRehearsal) spendDaily(account)
  call.rejectIf('daily_cap', isOver, () => ({
    injected: account.state.limits.daily !== null,
    why: `${used} of ${limit} creations of this day (UTC) are used`,
  }))
  const level = limit === null ? 'no limit' : `${used + 1}/${limit}`
  call.passed('daily', level)
  return limit === null ? '' : `, ${level} of this day`
}

/** Errors, 409: three independent draws, then the client is told. */
function drawFreeId(call: Call): string {
  const { account } = call
  const isForced = call.isStruck('collision')
  const { id, draws } = mint(
    () => drawId(call.random, account.state.ids, account.choices.id_style),
    (drawn) => account.aliases.knows(drawn) || isForced || call.isStruck('draw_collision'),
  )
  if (id === null) {
    if (!call.isRehearsal) {
      if (account.choices.daily_spend === 'collided') spendDaily(account)
      noteRefusedCreation(account)
    }
    call.refuse('collision', undefined, {
      injected: call.struckBy !== null,
      why: call.struckBy
        ? `fault ${call.struckBy.id} forced it`
        : `all ${draws} draws hit addresses that exist`,
    })
  }
  call.passed('draw', `${draws} of 3`)
  return id
}

/** Puts an active alias into the book. */
export function addAlias(account: Account, id: string, asked: NewAlias, bytes?: number): Alias {
  const { state } = account
  state.aliases_made += 1
  const alias: StoredAlias = {
    id,
    seq: state.aliases_made,
    status: 'active',
    created_at: toSeconds(account.now),
    forward_count: 0,
    note: asked.note,
    source: asked.source,
    label: asked.label,
    category: asked.category,
    single_use: asked.single_use,
    expires_at: asked.expires_at,
    replies_enabled: undefined,
    suspended_reason: undefined,
  }
  return account.aliases.add(alias, bytes)
}
