import { rules } from '../../contract/rules.ts'
import { formatJson as formatValue } from '../../contract/values/invalid-choice.ts'
import { BODY_FIELD } from '../../contract/refused-value.ts'
import { createFields, textFields } from '../../contract/shapes.ts'
import { parseJson } from '../../contract/values/value-limits.ts'
import type { Call } from './call.ts'
import { parseQuery } from './list-request.ts'
import { unsetAlias, type NewAlias } from './new-alias.ts'
import { noteUnknown } from './unknown-names.ts'
import { toSeconds } from '../clock/times.ts'
import { isObject } from '../../text/json-values.ts'

/** Reads the body of POST /v1/aliases; refuses an invalid one with 400. There are no query parameters. */
export function readCreateRequest(call: Call): NewAlias {
  const alias = unsetAlias()
  const { query } = call.request
  if (query !== '') noteUnknown(call, [...parseQuery(query).keys()], [])
  const input = readObject(call)
  if (input === null) return alias
  noteUnknown(call, Object.keys(input), createFields)
  for (const field of textFields) alias[field] = readText(call, field, input[field])
  if (input['single_use'] !== undefined) {
    alias.single_use = readSingleUse(call, input['single_use'])
  }
  if (isPresent(call, 'expires_at', input['expires_at'])) {
    alias.expires_at = readExpiry(call, input['expires_at'])
  }
  return alias
}

/** Parses the body as an object; null without a body, whatever its content type. */
function readObject(call: Call): Record<string, unknown> | null {
  const { body, unreadable, content_type: contentType } = call.request
  if (unreadable === 'too_large') {
    const refused = { field: BODY_FIELD, reason: 'too_large' } as const
    call.refuse('too_large', 'The body is larger than 100 kB.', { refused })
  }
  if (!unreadable && (body === null || body === '')) return null
  // The document requires 400 for every unreadable body. Checked before UTF-8, because gzip is not
  // text.
  const encoding = call.request.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') {
    call.refuseRequest(
      BODY_FIELD,
      'unsupported',
      `is encoded (${formatValue(encoding)}); compressed bodies are not read, send plain JSON`,
    )
  }
  if (unreadable === 'not_utf8' || body === null) {
    call.refuseRequest(BODY_FIELD, 'malformed', 'is not UTF-8 text')
  }
  if (!isJson(contentType)) {
    call.recordChoice('content_type', { decides: true })
    const received =
      contentType === undefined ? 'no Content-Type' : `Content-Type ${formatValue(contentType)}`
    if (call.choices.content_type === 'ignore') return null
    if (call.choices.content_type === 415) {
      call.refuse(
        'unsupported_media_type',
        `The body came with ${received}, not application/json.`,
        { refused: { field: BODY_FIELD, reason: 'unsupported' } },
      )
    }
    call.refuseRequest(
      BODY_FIELD,
      'unsupported',
      `came with ${received}; send Content-Type: application/json`,
    )
  }
  const parsed = parseJson(body)
  if (!parsed.ok) {
    if (parsed.isSyntax) call.refuseRequest(BODY_FIELD, 'malformed', 'is not JSON')
    call.refuseRequest(BODY_FIELD, 'too_large', parsed.problem)
  }
  const { value } = parsed
  if (!isObject(value)) {
    call.refuseRequest(BODY_FIELD, 'wrong_type', `is ${formatValue(value)}, not a JSON object`)
  }
  return value
}

function readText(call: Call, field: string, value: unknown): string {
  if (!isPresent(call, field, value)) return ''
  if (typeof value !== 'string') {
    call.recordChoice('text_type', { decides: true })
    if (call.choices.text_type === 'ignore') return ''
    if (call.choices.text_type === 'coerce') return JSON.stringify(value)
    call.refuseRequest(field, 'wrong_type', `is ${formatValue(value)}, not a string`)
  }
  const limit = call.choices.text_limit
  const length = value.length > 255 ? codePointsOf(value) : value.length
  if (length > 255) call.recordChoice('text_limit', { decides: true })
  if (limit !== 'none' && length > limit) {
    call.refuseRequest(field, 'too_large', `has ${length} characters; at most ${limit} are allowed`)
  }
  return value
}

/** Approximately the characters that a person counts: an emoji is one, not two UTF-16 units. */
function codePointsOf(text: string): number {
  let points = 0
  for (const _point of text) points += 1
  return points
}

/** Errors, 400: single_use must be a boolean. null is refused too, whatever `null_fields` says. */
function readSingleUse(call: Call, value: unknown): boolean {
  if (value === null) refuseNull(call, 'single_use')
  if (typeof value !== 'boolean')
    call.refuseRequest('single_use', 'wrong_type', `is ${formatValue(value)}, not true or false`)
  return value
}

/** POST /v1/aliases, expires_at: epoch seconds, 5 minutes to 366 days from now, inclusive. */
function readExpiry(call: Call, value: unknown): number {
  const { minSeconds, maxSeconds } = rules.expiry
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) {
    call.refuseRequest(
      'expires_at',
      'wrong_type',
      `is ${formatValue(value)}, not a whole number of epoch seconds`,
    )
  }
  const now = toSeconds(call.now)
  const isAllowed = (from: number) => value >= from + minSeconds && value <= from + maxSeconds
  if (isAllowed(now)) return value
  const where = `lies ${ahead(value - now)}; allowed are 5 minutes to 366 days from now`
  const hint = isAllowed(toSeconds(call.machineMs))
    ? ` (the sandbox's clock stands at ${new Date(call.now).toISOString()}, away from real time: by that it would be allowed)`
    : value > 1e11
      ? ' (it looks like milliseconds)'
      : ''
  call.refuseRequest('expires_at', 'out_of_range', where + hint)
}

function ahead(seconds: number): string {
  return seconds < 0 ? `${-seconds} s in the past` : `${seconds} s ahead`
}

/** Is the field present? The choice `null_fields` decides whether null is refused or means unset. */
function isPresent(call: Call, field: string, value: unknown): boolean {
  if (value === undefined) return false
  if (value !== null) return true
  call.recordChoice('null_fields', { decides: true })
  if (call.choices.null_fields === 'reject') refuseNull(call, field)
  return false
}

function refuseNull(call: Call, field: string): never {
  return call.refuseRequest(field, 'wrong_type', 'is null; leave it out instead')
}

function isJson(contentType: string | undefined): boolean {
  if (contentType === undefined) return false
  if (contentType === 'application/json') return true
  return /^application\/json\s*(;.*)?$/i.test(contentType)
}
