import type { HistoryFileItem, HistoryFileItemOf } from '../../contract/history/file.ts'
import { toDelivery, toDeliveryItem } from '../../contract/deliveries.ts'
import type { HistoryItem } from '../../contract/history/shapes.ts'
import { operationOf } from '../../contract/operations.ts'
import type { ApiRequest, ApiResponse } from '../../contract/history/api-message.ts'
import { toIso } from '../../core/clock/times.ts'
import type { Outcome } from '../../contract/outcomes.ts'
import type { KeyCheck } from '../../core/record/entry.ts'
import { argumentsOf, toArgumentsItem } from './arguments.ts'
import {
  toHistoryId,
  type ActionEntry,
  type CallEntry,
  type EventEntry,
  type HistoryEntry,
  type StartEntry,
} from '../../core/record/history-entry.ts'
import type { ChoiceId } from '../../contract/choices/choices.ts'
import { explainDelivery } from '../../words/explain-delivery.ts'
import { maskAnswerHeaders, type IsKnown } from '../../text/mask.ts'
import { maskItem } from './mask-secrets.ts'

/** Converts entries of a history to items of a history file, and back. */

/** An entry of this sandbox as the control API answers with it: an item that says everything but foreign keys. */
export function toHistoryItem(entry: HistoryEntry, isKnown: IsKnown): HistoryItem {
  return maskItem(toItem(entry), isKnown) as HistoryItem
}

function toPlace(entry: HistoryEntry) {
  return {
    order: entry.order,
    id: toHistoryId(entry),
    account: entry.account,
    at: toIso(entry.accountMs),
    real_at: toIso(entry.machineMs),
  }
}

function toPerformed({
  action,
  arguments: args,
  isShortened,
  origin,
  isWholeReset,
  isIdle,
  result,
  refused,
}: ActionEntry) {
  return {
    action,
    ...toArgumentsItem(args),
    ...(isShortened && { shortened: isShortened }),
    origin,
    ...(isWholeReset && { whole_sandbox: true as const }),
    ...(isIdle && { unchanged: true as const }),
    ...(refused === null ? { result: { ...result } } : { refused: { ...refused } }),
  }
}

/** An entry as an item of a history file, before foreign keys are masked. */
export function toItem(entry: HistoryEntry): HistoryFileItem {
  const place = toPlace(entry)
  switch (entry.type) {
    case 'call':
      return { ...place, ...toCallItem(entry) }
    case 'action':
      return { ...place, type: 'action', ...toPerformed(entry) }
    case 'mail':
      return { ...place, type: 'mail', ...toPerformed(entry), ...explainDelivery(entry.result) }
    case 'event': {
      const { type, event, details, during } = entry
      return { ...place, type, event, details: { ...details }, during }
    }
    case 'start': {
      const { type, reason, scenario, seed, choices, clock } = entry
      return { ...place, type, reason, scenario, seed, choices: { ...choices }, clock }
    }
    case 'rewind':
      return {
        ...place,
        type: entry.type,
        origin: entry.origin,
        to: entry.to,
        ...(entry.isIdle && { unchanged: true as const }),
      }
  }
}

type CallFields = Omit<HistoryFileItemOf<'call'>, 'order' | 'id' | 'account' | 'at' | 'real_at'>

function toCallItem(entry: CallEntry): CallFields {
  const { request, response, delivery, key } = entry
  const contentType = request.contentType
  return {
    type: 'call',
    ...(entry.arrivedMs !== undefined && { arrived_at: toIso(entry.arrivedMs) }),
    operation: entry.operation,
    request: {
      method: request.method,
      path: request.path,
      query: request.query,
      headers: toHeaders(request.headers),
      ...(contentType !== undefined && { content_type: contentType }),
      body: request.body,
      ...(request.unreadable && { unreadable: request.unreadable }),
      ...(request.isShortened && { shortened: request.isShortened }),
    },
    response: toResponseItem(response),
    delivery: toDeliveryItem(delivery),
    key: toKeyItem(key),
    outcome: entry.outcome,
    ...(entry.effect && { effect: entry.effect }),
    ...(entry.refused !== undefined && { refused: entry.refused }),
    basis: entry.basis,
    fault: entry.fault,
    choices: [...entry.choices],
    source: entry.source,
    why: entry.why,
    checks: entry.checks.map(({ check, passed, detail }) => ({
      check,
      passed,
      ...(detail !== undefined && { detail }),
    })),
    duration_ms: entry.durationMs,
    ended_at: entry.endedMs === null ? null : toIso(entry.endedMs),
    ...toOrderFields(entry),
    client_left: entry.hasClientLeft,
    clock_scale: entry.clockScale,
  }
}

function toResponseItem({ status, headers, retryAfterSeconds: seconds, body }: ApiResponse) {
  return {
    status,
    headers: maskAnswerHeaders(headers),
    ...(seconds !== undefined && { retry_after_seconds: seconds }),
    body,
  }
}

function toOrderFields({ request, handedOver }: CallEntry): Partial<CallFields> {
  const { arrived, connection } = request
  return {
    ...(arrived !== undefined && { arrived }),
    ...(handedOver !== undefined && { handed_over: handedOver }),
    connection: connection ? { ...connection } : null,
  }
}

function toHeaders(headers: ApiRequest['headers']): Record<string, string | string[]> {
  const listed: Record<string, string | string[]> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) listed[name] = typeof value === 'string' ? value : [...value]
  }
  return listed
}

function toKeyItem(key: KeyCheck): HistoryFileItemOf<'call'>['key'] {
  if (key.valid) return { bearer: key.bearer }
  const { bearer, reason, why, mark } = key
  return {
    ...(bearer !== undefined && { bearer }),
    reason,
    why,
    ...(mark !== undefined && { mark }),
  }
}

/** An item of a history file as an entry of this account. What was left out gets its usual value. */
export function toEntry(item: HistoryFileItem, account: string): HistoryEntry {
  const place = {
    order: item.order,
    number: Number(item.id.slice(item.id.lastIndexOf('_') + 1)),
    account,
    accountMs: Date.parse(item.at),
    machineMs: Date.parse(item.real_at),
  }
  switch (item.type) {
    case 'call':
      return { ...place, ...toCallFields(item) }
    case 'action':
    case 'mail': {
      const { type, action, origin, result, refused } = item
      const isWholeReset = item.whole_sandbox ?? false
      const shared = {
        ...place,
        type,
        action,
        arguments: argumentsOf(item),
        ...(item.shortened && { isShortened: item.shortened }),
        origin,
        isWholeReset,
        ...(item.unchanged && { isIdle: true as const }),
      }
      // The contract requires one of the two.
      return refused
        ? { ...shared, result: null, refused }
        : ({ ...shared, result: result!, refused: null } satisfies ActionEntry)
    }
    case 'event': {
      const { type, event, details, during } = item
      return { ...place, type, event, details, during } satisfies EventEntry
    }
    case 'start': {
      const { type, reason, scenario, seed, choices, clock } = item
      const key = null
      return { ...place, type, reason, scenario, seed, choices, clock, key } satisfies StartEntry
    }
    case 'rewind': {
      const { type, origin, to, unchanged } = item
      return { ...place, type, origin, to, ...(unchanged && { isIdle: true as const }) }
    }
  }
}

type CallEntryFields = Omit<CallEntry, 'order' | 'number' | 'account' | 'accountMs' | 'machineMs'>

function toCallFields(item: HistoryFileItemOf<'call'>): CallEntryFields {
  const request = toRequest(item)
  return {
    type: 'call',
    ...(item.arrived_at !== undefined && { arrivedMs: Date.parse(item.arrived_at) }),
    operation: item.operation ?? operationOf(request),
    request,
    response: toResponse(item.response),
    delivery: toDelivery(item.delivery),
    durationMs: item.duration_ms ?? 0,
    outcome: item.outcome as Outcome, // checked against the outcomes
    effect: item.effect,
    refused: item.refused,
    checks: item.checks ?? [],
    why: item.why ?? '',
    basis: item.basis ?? 'documented',
    source: item.source ?? '',
    choices: (item.choices ?? []) as ChoiceId[],
    fault: item.fault ?? null,
    endedMs: item.ended_at == null ? null : Date.parse(item.ended_at),
    hasClientLeft: item.client_left ?? false,
    ...(item.handed_over !== undefined && { handedOver: item.handed_over }),
    key: toKey(item.key),
    clockScale: item.clock_scale ?? 1,
  }
}

function toRequest({ request, arrived, connection }: HistoryFileItemOf<'call'>): ApiRequest {
  const { method, path, query = '', headers = {}, body = null, unreadable } = request
  const contentType = request.content_type ?? headers['content-type']
  return {
    method,
    path,
    query,
    headers,
    contentType: typeof contentType === 'string' ? contentType : contentType?.[0],
    body,
    ...(unreadable && { unreadable }),
    ...(request.shortened && { isShortened: request.shortened }),
    ...(arrived !== undefined && { arrived }),
    ...(connection && { connection }),
  }
}

function toResponse(item: HistoryFileItemOf<'call'>['response']): ApiResponse {
  const { status, headers = {}, body, retry_after_seconds: seconds } = item
  return { status, headers, ...(seconds !== undefined && { retryAfterSeconds: seconds }), body }
}

function toKey({ bearer, reason, why, mark }: HistoryFileItemOf<'call'>['key']): KeyCheck {
  // The contract requires these two, or a bearer.
  if (reason === undefined || why === undefined) return { valid: true, bearer: bearer! }
  return {
    valid: false,
    reason,
    why,
    ...(bearer !== undefined && { bearer }),
    ...(mark !== undefined && { mark }),
  }
}
