import type { HistoryFile, HistoryFileItem } from '../contract/history-file.ts'
import type { AccountState } from '../contract/state.ts'
import { findSecrets } from '../text/redact.ts'

/** How many characters of a secret stay readable; a text that repeats fewer does not repeat it. */
const READABLE = 4
const HEAD = 8

/** Fields of the sandbox, which no client can write into; what they say must not change. */
const places = [
  'order',
  'type',
  'id',
  'account',
  'at',
  'real_at',
  'ended_at',
  'name',
  'during',
  'to',
]
const words = ['status', 'outcome', 'origin', 'action']
const keys = ['bearer', 'first', 'current', 'retired', 'api_key']
const ownFields = new Set([...places, ...words, ...keys])

/**
 * Masks the keys that clients sent in a wrong place, wherever the file repeats them. A masked key is as long
 * as before, and masked everywhere in the same way, so that a replay repeats the masked answers.
 */
export function maskSecrets(file: HistoryFile): HistoryFile {
  const secrets = new Map<string, string[]>()
  for (const text of textsOf(file)) {
    for (const secret of findSecrets(text)) {
      const head = secret.slice(0, HEAD)
      const known = secrets.get(head) ?? []
      if (!known.includes(secret)) secrets.set(head, [...known, secret])
    }
  }
  for (const id of secrets.size === 0 ? [] : idsOf(file)) {
    const known = secrets.get(id.slice(0, HEAD))
    if (known?.includes(id))
      secrets.set(
        id.slice(0, HEAD),
        known.filter((each) => each !== id),
      )
  }
  if (secrets.size === 0) return file
  return maskAll(file, (text) => maskText(text, secrets)) as HistoryFile
}

/** The texts in which a client or a tester can have put a key. */
function* textsOf({ accounts }: HistoryFile): Generator<string> {
  for (const { start, history } of accounts) {
    if (start.state) yield* textsOfState(start.state)
    for (const item of history) yield* textsOfItem(item)
  }
}

function* textsOfItem(item: HistoryFileItem): Generator<string> {
  if (item.type === 'call') {
    const { path, query = '', body } = item.request
    yield path
    // A cursor is not secret, unless it is none.
    yield item.outcome === 'bad_request' ? query : query.replace(/(^|&)last_key=[^&]*/g, '')
    if (body != null) yield body
  }
  if (item.type === 'action') yield JSON.stringify(item.arguments ?? null)
  if ((item.type === 'start' || item.type === 'rewind') && item.state)
    yield* textsOfState(item.state)
}

function* textsOfState({ aliases }: AccountState): Generator<string> {
  for (const { label, note, source, category, suspended_reason = '' } of aliases) {
    yield* [label, note, source, category, suspended_reason]
  }
}

/** The ids of aliases, which are no keys even if they look like some. */
function* idsOf({ overrides, scenarios = {}, accounts }: HistoryFile): Generator<string> {
  const definitions = accounts.map(({ start }) => start.definition)
  for (const scenario of [overrides, ...Object.values(scenarios), ...definitions]) {
    for (const { id } of scenario?.aliases ?? []) if (id !== undefined) yield id
  }
  for (const { start, history } of accounts) {
    for (const { id } of start.state?.aliases ?? []) yield id
    for (const item of history) yield* idsOfItem(item)
  }
}

function* idsOfItem(item: HistoryFileItem): Generator<string> {
  if (item.type === 'action') yield* idsIn(JSON.stringify(item.result ?? null))
  if (item.type === 'event') yield* idsIn(JSON.stringify(item.details ?? null))
  if (item.type === 'call' && ['created', 'listed'].includes(item.outcome)) {
    yield* idsIn(item.response.body)
  }
  if (item.type === 'start' || item.type === 'rewind') {
    for (const { id } of item.state?.aliases ?? []) yield id
  }
}

/** Not those in a text of the client, whose quotation marks are escaped. */
function idsIn(json: string): string[] {
  return [...json.matchAll(/"id":"([^"\\]+)"/g)].map(([, id = '']) => id)
}

type Mask = (text: string) => string

/** Applies `mask` to all strings of a value, except in the fields of the sandbox itself. */
function maskAll(value: unknown, mask: Mask): unknown {
  if (typeof value === 'string') return mask(value)
  if (Array.isArray(value)) return value.map((inner) => maskAll(inner, mask))
  if (typeof value !== 'object' || value === null) return value
  const masked = Object.entries(value).map(([name, inner]: [string, unknown]) => {
    if (name === 'arguments') return [name, maskSent(inner, mask)]
    if (ownFields.has(name) && typeof inner === 'string') return [name, inner]
    return [name, maskAll(inner, mask)]
  })
  return Object.fromEntries(masked) as object
}

/** What came from outside has no fields of the sandbox, and even its names can contain a key. */
function maskSent(value: unknown, mask: Mask): unknown {
  if (typeof value === 'string') return mask(value)
  if (Array.isArray(value)) return value.map((inner) => maskSent(inner, mask))
  if (typeof value !== 'object' || value === null) return value
  const masked = Object.entries(value).map(([name, inner]) => [mask(name), maskSent(inner, mask)])
  return Object.fromEntries(masked) as object
}

function maskText(text: string, secrets: ReadonlyMap<string, readonly string[]>): string {
  let masked = ''
  let done = 0
  for (let at = 0; at + HEAD <= text.length; at += 1) {
    const candidates = secrets.get(text.slice(at, at + HEAD))
    if (candidates === undefined) continue
    const length = Math.max(0, ...candidates.map((secret) => lengthAt(text, at, secret)))
    if (length === 0) continue
    masked += text.slice(done, at + READABLE) + '*'.repeat(length - READABLE)
    done = at + length
    at = done - 1
  }
  return masked + text.slice(done)
}

/** How much of the secret stands here: all of it, its beginning in a shortened text, or nothing. */
function lengthAt(text: string, at: number, secret: string): number {
  let length = HEAD
  while (length < secret.length && text[at + length] === secret[length]) length += 1
  const isCut = at + length === text.length || text[at + length] === '…'
  return length === secret.length || isCut ? length : 0
}
