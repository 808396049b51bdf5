import type { RequestEntry } from '../../contract/history/entry.ts'
import { arrivesWhole } from '../../contract/deliveries.ts'
import type { CallStep } from '../../contract/scenario/expect.ts'
import { createFields } from '../../contract/shapes.ts'
import { findUnsafeKey } from '../../contract/values/validation-issue.ts'
import { parseJson } from '../../contract/values/value-limits.ts'
import { isObject, isNested } from '../../text/json-values.ts'

type Call = RequestEntry

/** A call as a step of `expect` with the answer that it got. */
export function toCallStep(
  call: Call,
  firstKey: string,
  find: (value: string) => string | undefined,
): CallStep {
  const { request } = call
  return {
    call: `${request.method} ${toTarget(request, find)}`,
    ...toBody(request),
    ...toHeaders(request),
    ...toKey(call, firstKey),
    ...toExpected(call),
  }
}

/** Braces are encoded, because they mark placeholders. */
function toTarget({ path, query }: Call['request'], find: (value: string) => string | undefined) {
  const parts = query.split('&').map((part) => {
    const value = part.startsWith('last_key=')
      ? find(decode(part.slice('last_key='.length)))
      : undefined
    return value === undefined ? withoutBraces(part) : `last_key=${value}`
  })
  return `${withoutBraces(path)}${query === '' ? '' : `?${parts.join('&')}`}`
}

function withoutBraces(text: string): string {
  return text.replaceAll('{', '%7B').replaceAll('}', '%7D').replaceAll(/\s/g, encodeURIComponent)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text // not from an answer
  }
}

/** A body that is written as JSON usually is, as a value; any other one as its text. */
function toBody({ body, unreadable }: Call['request']): Partial<CallStep> {
  if (unreadable) return { unreadable }
  if (body == null || body === '') return {}
  const isVerbatim = /\{(?:id|next_cursor|[a-z][a-z0-9_]*\.[a-z0-9_.]+)\}/.test(body)
  const parsed = parseJson(body)
  const isPlain =
    parsed.ok &&
    isFlat(parsed.value) &&
    findUnsafeKey(parsed.value) === undefined &&
    JSON.stringify(parsed.value) === body &&
    body.length < 1_000
  return { body: isPlain ? parsed.value : body, ...(isVerbatim && { verbatim: true }) }
}

function isFlat(value: unknown): boolean {
  return isObject(value) && !Object.values(value).some(isNested)
}

function toHeaders(request: Call['request']): Partial<CallStep> {
  const { body, unreadable, headers } = request
  if ((body == null || body === '') && !unreadable) return {}
  const type = request.content_type ?? headers['content-type'] ?? null
  const encoding = headers['content-encoding'] ?? 'identity'
  const sent = {
    ...(type !== 'application/json' && { 'content-type': type === null ? null : toAscii(type) }),
    ...(encoding !== 'identity' && { 'content-encoding': toAscii(encoding) }),
  }
  return Object.keys(sent).length === 0 ? {} : { headers: sent }
}

function toAscii(value: string | string[]): string {
  return String(value)
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, 1_000)
}

/** A key of the sandbox that recorded the scenario means nothing in another one. */
function toKey({ key }: Call, firstKey: string): Partial<CallStep> {
  const { reason } = key
  if (reason === undefined || reason === 'revoked') return {}
  if (reason === 'missing' || reason === 'malformed') return { key: '{none}' }
  return { key: key.bearer === firstKey ? '{first_key}' : 'unknown' }
}

function toExpected({ request, response, delivery }: Call): Pick<CallStep, 'status'> {
  if (!arrivesWhole(delivery)) return { status: 'none' }
  const { status, retry_after_seconds: seconds = NaN } = response
  // The answer to HEAD has no body.
  const parsed = parseJson(request.method === 'HEAD' ? '' : response.body)
  const body = ((parsed.ok && parsed.value) || {}) as Record<string, unknown>
  const aliases = body['aliases']
  return {
    status,
    ...(typeof body['code'] === 'string' && body['code'].length <= 60 && { code: body['code'] }),
    ...(seconds >= 1 && seconds <= 86_400 && { retry_after: seconds }),
    ...(status === 429 && Number.isNaN(seconds) && { retry_after: 'absent' }),
    ...(Array.isArray(aliases) && { aliases: aliases.length }),
    ...(typeof body['has_more'] === 'boolean' && { has_more: body['has_more'] }),
    ...toAlias(request, body['alias']),
  }
}

/** The fields that the client chose, as the answer says them. */
function toAlias({ body }: Call['request'], alias: unknown): Partial<CallStep> {
  const parsed = body == null ? undefined : parseJson(body)
  if (!parsed?.ok || !isFlat(parsed.value) || !isFlat(alias)) return {}
  const sent = parsed.value as Record<string, unknown>
  const got = alias as Record<string, unknown>
  const chosen = createFields.filter((field) => Object.hasOwn(sent, field) && field in got)
  if (chosen.length === 0) return {}
  return { alias: Object.fromEntries(chosen.map((field) => [field, got[field]])) }
}
