import type { ApiRequest, KeyCheck, RequestEntry } from '../../contract/history/entry.ts'
import { isKeyMissing } from '../account/keys.ts'
import { KEY_FIELD } from '../../contract/refused-value.ts'
import {
  ALIASES_PATH,
  methodsAt,
  operationOf,
  operationRow,
  pathOf,
  type Operation,
} from '../../contract/operations.ts'
import { DAY_MS } from '../../contract/rules.ts'
import { wordList } from '../../contract/values/invalid-choice.ts'
import type { Choices } from '../../contract/choices/choices.ts'
import type { Account } from '../account/account.ts'
import { Call, CallRefusal, sentence } from './call.ts'
import type { CallResult } from './call-result.ts'
import { burstDetails } from './burst-refusal.ts'
import { readCreateRequest } from './create-request.ts'
import { createAlias } from './create-alias.ts'
import { hasMatchingFault } from '../account/faults.ts'
import { injectFault } from './inject-fault.ts'
import { withoutRefusedContent } from '../record/refused-inputs.ts'
import { burstLevel, burstLimit, noteRefusedCall, spendBurst } from '../account/limits.ts'
import { asDocumented, type Manner } from './manner.ts'
import { listAliases } from './list-aliases.ts'
import { readListRequest } from './list-request.ts'
import { knownIn } from '../aliases/cursors.ts'
import { maskPath, maskQuery } from '../../text/mask.ts'
import { toIso } from '../clock/times.ts'
import type { Arrival } from './arrival.ts'
import { shorten } from '../../text/escape.ts'

/**
 * Handles a `/v1` call in one synchronous run, after all due events. Nothing else runs in between,
 * so calls at the edge of a limit are counted exactly.
 */
export function answerCall(
  account: Account,
  received: ApiRequest,
  key: KeyCheck,
  arrival: Arrival,
  manner: Manner = asDocumented,
): RequestEntry {
  const request = withoutKeys(received, account)
  const operation = operationOf(request)
  const call = new Call(account, request, operation, key, arrival.machineMs, { manner })
  const result = manner.answer(call, injectFault(call, serve))
  const { appliedFault } = call
  // A fault that is used up does not end a second time.
  if (appliedFault?.over && appliedFault.ends_at_ms !== null) account.reschedule()
  const entry = withoutRefusedContent(toEntry(call, result, arrival))
  account.history.addCall(entry)
  return entry
}

/** Predicts the next answer, which a copy of the account gives; a call about one alias is predicted for the first. */
export function predict(account: Account, operation: Operation, key: KeyCheck): CallResult {
  const { method } = operationRow(operation)
  const [first] = account.aliases.after(null, 'by_id', 1)
  const path = pathOf(operation, first?.id ?? 'none')
  const request = { method, path, query: '', headers: {}, body: null }
  const call = new Call(account.copy(), request, operation, key, account.now, { tense: 'coming' })
  return injectFault(call, serve)
}

function serve(call: Call): CallResult {
  try {
    refuseAbsent(call)
    const answer = admit(call)
    const result = answer()
    if (call.isCountedWhenServed) spendBurst(call.account)
    return result
  } catch (thrown) {
    if (!(thrown instanceof CallRefusal)) throw thrown
    const { result } = thrown
    call.checks.push({ check: failedCheck(result), passed: false, detail: result.why })
    if (call.isCounted) noteRefusedCall(call.account)
    return result
  }
}

/** A request that was read and checked; gives the answer. */
type CheckedRequest = () => CallResult
type Step = (call: Call) => CheckedRequest | void

/** The checks before any operation, in the order of the choice `check_order`. */
const orders: Record<Choices['check_order'], readonly Step[]> = {
  standard: [checkKey, checkPlan, checkOutage, checkBurst, checkRequest],
  body_first: [checkKey, checkPlan, checkOutage, checkRequest, checkBurst],
  outage_first: [checkOutage, checkKey, checkPlan, checkBurst, checkRequest],
}

function admit(call: Call): CheckedRequest {
  let asked: CheckedRequest | void = undefined
  for (const step of orders[call.choices.check_order]) asked = step(call) ?? asked
  return asked as CheckedRequest // every order contains checkRequest
}

/** Errors, 401; Authentication, 6. */
function checkKey(call: Call): void {
  const { key } = call
  const refusal = key.reason
    ? { why: key.why, refused: { field: KEY_FIELD, reason: key.reason } }
    : {}
  if (key.reason && isKeyMissing(key)) {
    call.recordChoice('missing_key', { decides: true })
    if (call.choices.missing_key === 400) {
      call.refuse('bad_request', sentence(key.why), { refused: refusal.refused })
    }
  }
  if (key.reason) {
    call.recordChoice('key_error_shape')
    recordOutageChoice(call)
  }
  if (call.rejects('invalid_key', key.reason !== undefined)) {
    call.reject('invalid_key', refusal)
  }
  call.passed('key')
}

/** Records that this refused call would get a 503 if the outage were checked first. */
function recordOutageChoice(call: Call): void {
  if (hasMatchingFault(call.faults, 'outage', call.operation)) {
    call.recordChoice('check_order', { decides: true })
  }
}

/** Errors, 403. Billing comes before the plan: a canceled Plus account gets plan_canceled, not plan_required. */
function checkPlan(call: Call): void {
  const { plan, billing } = call.account.state
  const isRefused = isPlanRefused(call.account)
  if (isRefused) recordOutageChoice(call)
  if (isRefused && call.choices.rejected_spend_burst === 'all') {
    spendBurst(call.account)
  }
  const canceledForMs = call.now - (call.account.state.canceled_at_ms ?? call.now)
  if (canceledForMs >= 30 * DAY_MS) call.recordChoice('canceled_becomes_free')
  call.rejectIf('plan_canceled', billing === 'canceled')
  call.rejectIf('plan_past_due', billing === 'past_due')
  call.rejectIf('plan_required', plan === 'free')
  call.passed('plan', `${plan}, ${billing}`)
}

function isPlanRefused({ state: { plan, billing } }: Account): boolean {
  return billing === 'canceled' || billing === 'past_due' || plan === 'free'
}

/** Errors, 503: only a fault causes it. */
function checkOutage(call: Call): void {
  // Possible only if the outage is checked first; in any other order the call gets 401 or 403.
  if (call.key.reason || isPlanRefused(call.account)) recordOutageChoice(call)
  call.rejectIf('outage', false)
  call.passed('outage')
}

/** Errors, 429 burst; Limits, Burst. A call that gets this far is counted, whatever its response. */
function checkBurst(call: Call): void {
  const { account } = call
  const limit = burstLimit(account)
  const { used } = burstLevel(account)
  const isOver = limit !== null && used >= limit
  if (isOver) recordBurstChoices(call)
  if (call.rejects('burst', isOver)) call.refuse('burst', undefined, burstDetails(call, isOver))
  if (limit !== null) count(call)
  call.passed('burst', limit === null ? 'no limit' : `${used + 1}/${limit}`)
}

/** Choice `rejected_spend_burst`: with `only_creations`, any other call counts only if it succeeds. */
function count(call: Call): void {
  const { account, choices, operation } = call
  call.isCountedWhenServed =
    choices.rejected_spend_burst === 'only_creations' && operation !== 'create'
  if (call.isCountedWhenServed) return
  spendBurst(account)
  call.isCounted = true
}

function recordBurstChoices(call: Call): void {
  call.recordChoice('burst_window')
  if ((call.account.state.usage.burst?.refused ?? 0) > 0) {
    call.recordChoice('rejected_spend_burst', { decides: true })
  }
  // If the body were checked first, an invalid one would get 400.
  if (isBadRequest(call)) call.recordChoice('check_order', { decides: true })
}

function isBadRequest(call: Call): boolean {
  const { account, request, operation, key, machineMs } = call
  const { messages_varied: varied } = account.state
  try {
    checkRequest(new Call(account, request, operation, key, machineMs))
    return false
  } catch (thrown) {
    if (thrown instanceof CallRefusal) return true
    throw thrown
  } finally {
    account.state.messages_varied = varied // all that a refusal changes, and this one is not sent
  }
}

function checkRequest(call: Call): CheckedRequest {
  const operation = call.operation! // others were refused before
  const asked = readers[operation](call)
  call.passed(operationRow(operation).check, call.takeNotes())
  return asked
}

/** Each reads and checks what the call sends; only what it returns may change the account. */
const readers: Record<Operation, (call: Call) => CheckedRequest> = {
  create(call) {
    const alias = readCreateRequest(call)
    return () => createAlias(call, alias)
  },
  list(call) {
    const page = readListRequest(call)
    return () => listAliases(call, page)
  },
}

/** Refuses paths and methods that the document does not define. */
function refuseAbsent(call: Call): void {
  if (call.operation !== null) return
  const { method, path } = call.request
  const methods = methodsAt(path)
  if (methods.length === 0)
    call.refuse(
      'not_found',
      `There is nothing at ${shorten(path, MAX_PATH)}; aliases are at ${ALIASES_PATH}.`,
    )
  call.recordChoice('absent_method')
  const text = `${method} ${path} is not offered; the API has ${wordList(methods, 'and')}.`
  if (call.choices.absent_method === 404) call.refuse('not_found', text)
  call.refuse('method_not_allowed', text, { headers: { Allow: methods.join(', ') } })
}

const checkOf: Partial<Record<CallResult['outcome'], string>> = {
  invalid_key: 'key',
  plan_canceled: 'plan',
  plan_past_due: 'plan',
  plan_required: 'plan',
  outage: 'outage',
  burst: 'burst',
  daily_cap: 'daily',
  collision: 'draw',
  not_found: 'path',
  method_not_allowed: 'method',
}

function failedCheck(result: CallResult): string {
  return checkOf[result.outcome] ?? 'request'
}

/**
 * The request without keys in its path and query: an answer cannot repeat what the call never had. Most
 * requests contain none and stay unchanged.
 */
function withoutKeys(request: ApiRequest, { aliases }: Account): ApiRequest {
  const { path, query } = request
  const isKnown = knownIn(aliases)
  const masked = {
    path: path === ALIASES_PATH ? path : maskPath(path, isKnown),
    query: PLAIN_QUERY.test(query) ? query : maskQuery(query, isKnown),
  }
  if (masked.path === path && masked.query === query) return request
  return { ...request, ...masked }
}

/** Number of characters of a path that a response repeats. */
const MAX_PATH = 100
/** A query that cannot contain a key. */
const PLAIN_QUERY = /^(?:limit=\d{0,9})?$/

function toEntry(
  call: Call,
  result: CallResult,
  { machineMs, arrived, connection }: Arrival,
): RequestEntry {
  const { account, request } = call
  const { clock } = account.state
  const realAt = toIso(machineMs)
  return {
    type: 'call',
    order: 0,
    id: account.history.nextId('call'),
    account: account.name,
    at: account.now === machineMs ? realAt : toIso(account.now),
    real_at: realAt,
    operation: call.operation,
    request,
    response: result.response,
    delivery: result.delivery,
    key: call.key,
    outcome: result.outcome,
    effect: call.effect,
    refused: call.refused,
    basis: result.basis === 'documented' && call.isAssumed ? 'assumed' : result.basis,
    fault: call.appliedFault?.id ?? null,
    choices: call.choicesUsed,
    source: result.source,
    why: result.why,
    checks: call.checks,
    duration_ms: 0,
    ended_at: null,
    arrived,
    handed_over: undefined, // has its place in the object from the start
    connection,
    client_left: false,
    clock_scale: clock.mode === 'frozen' ? 0 : clock.scale,
  }
}
