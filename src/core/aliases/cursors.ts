import type { Choices } from '../../contract/choices/choices.ts'
import type { IsKnown } from '../../text/mask.ts'
import type { AliasStore } from './alias-store.ts'
import type { Position } from './alias.ts'
import { fromBase64Url, toBase64Url } from '../../text/base64url.ts'
import { hashOf } from '../random/random.ts'

/**
 * A cursor names the position after an alias. The position remains valid when that alias is
 * removed, so paging never repeats or skips an alias that existed throughout.
 */
export function toCursor(position: Position, style: Choices['cursor'], secret: number): string {
  if (style === 'id') return position.id
  if (style === 'json') return JSON.stringify({ id: position.id, n: position.seq })
  const named = `${position.seq.toString(36)}.${position.id}`
  return toBase64Url(`${named}.${seal(named, secret)}`)
}

/** The position of a valid cursor; undefined for any other text. */
export function fromCursor(
  cursor: string,
  style: Choices['cursor'],
  secret: number,
  store: AliasStore,
): Position | undefined {
  const position = readPosition(cursor, style, store)
  // Encode the result again and compare, so that each position has exactly one valid cursor.
  return position && toCursor(position, style, secret) === cursor ? position : undefined
}

/** Does a text have the form of the usual cursors, of whichever account? */
export function isLikeCursor(text: string): boolean {
  const sealed = fromBase64Url(text)
  return sealed !== undefined && /^[0-9a-z]+\.[\x21-\x7e]+\.[0-9a-z]+$/.test(sealed)
}

/** The words that only look like keys: ids of aliases, and cursors. */
export function knownIn(store: AliasStore): IsKnown {
  return (word) => store.isIdTaken(word) || isLikeCursor(word)
}

function readPosition(
  cursor: string,
  style: Choices['cursor'],
  store: AliasStore,
): Position | undefined {
  if (style === 'id') {
    if (!store.isIdTaken(cursor)) return undefined
    return { id: cursor, seq: store.get(cursor)?.seq ?? NaN }
  }
  if (style === 'json') {
    const match = /"id":"([^"]*)","n":(\d+)/.exec(cursor)
    if (!match || !store.isIdTaken(match[1]!)) return undefined
    const position = { id: match[1]!, seq: Number(match[2]) }
    // This cursor has no seal, but id and sequence number must match while the alias exists.
    return (store.get(position.id)?.seq ?? position.seq) === position.seq ? position : undefined
  }
  const sealed = fromBase64Url(cursor)
  if (sealed === undefined) return undefined
  const [seq, ...rest] = sealed.split('.')
  return { id: rest.slice(0, -1).join('.'), seq: parseInt(seq!, 36) }
}

/** A seal that needs the account's secret, so that tampered and foreign cursors are rejected. */
function seal(text: string, secret: number): string {
  const first = hashOf(text, secret) >>> 0
  const second = hashOf(`${first}${text}`, secret ^ 0x5bd1e995) >>> 0
  return first.toString(36) + second.toString(36)
}
