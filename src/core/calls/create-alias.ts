import { rules } from '../../contract/rules.ts'
import { sendAtOnce } from '../../contract/deliveries.ts'
import { causedBy, CallRefusal, type Call, type Tense } from './call.ts'
import type { CallResult } from './call-result.ts'
import { addAlias, type NewAlias } from './new-alias.ts'
import { dailyLevel, noteRefusedCreation, refusedToday, spendDaily } from '../account/limits.ts'
import { whyNoRoomForAlias } from '../account/room.ts'
import { drawId } from '../aliases/alias-id.ts'
import { createdResponse } from '../aliases/responses.ts'

const creating = { past: 'The alias was created.', coming: 'An alias will be created.' }

/** POST /v1/aliases after its checks: the daily cap, the draws, the alias. */
export function createAlias(call: Call, requested: NewAlias): CallResult {
  const { account } = call
  const full = whyNoRoomForAlias(account, requested)
  if (full !== undefined) throw contentFull(full)
  const cap = checkDailyCap(call)
  const id = drawFreeId(call)
  if (account.choices.daily_spend !== 'attempted') spendDaily(account)
  call.recordChoice('domain')
  if (account.state.ids === null) call.recordChoice('id_style')
  call.effect = { kind: 'created', alias: id }
  const alias = addAlias(account, id, call.manner.toMake(requested))
  return {
    outcome: 'created',
    response: createdResponse(alias, account.aliases.texts),
    delivery: sendAtOnce,
    why: creatingUnder(cap, call.tense),
    source: 'POST /v1/aliases, Response',
    basis: 'documented',
  }
}

/** One text for all that no cap limits: a text of its own would be kept with each entry. */
function creatingUnder(cap: string, tense: Tense): string {
  return cap === '' ? creating[tense] : `${creating[tense].slice(0, -1)}${cap}.`
}

/** The sandbox is out of memory; the real service would not be. */
function contentFull(why: string): CallRefusal {
  return new CallRefusal({
    outcome: 'server_error',
    response: { status: 507, headers: {}, body: JSON.stringify({ message: why }) },
    delivery: sendAtOnce,
    why,
    source: 'the sandbox itself',
    basis: 'injected',
  })
}

/** Errors, 429 daily: no Retry-After. Returns the current count as text for the request log. */
function checkDailyCap(call: Call): string {
  const { account } = call
  const { used, limit } = dailyLevel(account)
  const isOver = limit !== null && used >= limit
  const refused = refusedToday(account)
  const usedElse = used + (account.choices.daily_spend === 'created' ? refused : -refused)
  // Would counting refused creations the other way change the response?
  if (limit !== null && isOver !== usedElse >= limit)
    call.recordChoice('daily_spend', { decides: true })
  if (account.choices.daily_spend === 'attempted') spendDaily(account)
  if (call.rejects('daily_cap', isOver)) {
    call.reject('daily_cap', {
      injected: account.state.limits.daily !== null,
      why: `${used} of ${limit} creations for this day (UTC) have been used`,
    })
  }
  const level = limit === null ? 'no limit' : `${used + 1}/${limit}`
  call.passed('daily', level)
  return limit === null ? '' : ` (${level} today, UTC)`
}

/** Errors, 409: three independent draws, then the client gets the error. */
function drawFreeId(call: Call): string {
  const { account } = call
  const isForced = call.isFaultApplied('collision')
  const { attempts } = rules.draws
  for (let draws = 1; draws <= attempts; draws += 1) {
    const id = drawId(account.random, account.state.ids, account.choices.id_style)
    const isTaken = account.aliases.isIdTaken(id) || isForced
    if (isTaken || call.isFaultApplied('draw_collision')) continue
    call.passed('draw', `${draws} of ${attempts}`)
    return id
  }
  if (account.choices.daily_spend === 'collided') spendDaily(account)
  noteRefusedCreation(account)
  return call.refuse('collision', undefined, {
    injected: call.appliedFault !== null,
    why: call.appliedFault ? causedBy(call) : `all ${attempts} drawn addresses already exist`,
  })
}
