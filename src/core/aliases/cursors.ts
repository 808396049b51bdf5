import type { Choices } from '../../contract/choices.ts'
import type { AliasBook, Place } from './alias-book.ts'
import { fromBase64Url, toBase64Url } from './base64url.ts'
import { hashOf } from '../random/random.ts'

/**
 * A cursor names a place: behind which alias the next page begins. The place stays when that alias
 * goes, so paging never repeats and never loses anything that was there all along.
 */
export function toCursor(place: Place, style: Choices['cursor'], secret: number): string {
  if (style === 'id') return place.id
  if (style === 'json') return JSON.stringify({ id: place.id, n: place.seq })
  const named = `${place.seq.toString(36)}.${place.id}`
  return toBase64Url(`${named}.${seal(named, secret)}`)
}

/** The place that a cursor of ours names; undefined for every other text. */
export function fromCursor(
  cursor: string,
  style: Choices['cursor'],
  secret: number,
  book: AliasBook,
): Place | undefined {
  const place = readPlace(cursor, style, book)
  // Whatever was read must be written just so: no second spelling of a cursor is accepted.
  return place && toCursor(place, style, secret) === cursor ? place : undefined
}

function readPlace(cursor: string, style: Choices['cursor'], book: AliasBook): Place | undefined {
  if (style === 'id') {
    if (!book.knows(cursor)) return undefined
    return { id: cursor, seq: book.get(cursor)?.seq ?? NaN }
  }
  if (style === 'json') {
    const match = /"id":"([^"]*)","n":(\d+)/.exec(cursor)
    if (!match || !book.knows(match[1]!)) return undefined
    const place = { id: match[1]!, seq: Number(match[2]) }
    // Nothing seals this one, but while its alias is there, the two must belong together.
    return (book.get(place.id)?.seq ?? place.seq) === place.seq ? place : undefined
  }
  const sealed = fromBase64Url(cursor)
  if (sealed === undefined) return undefined
  const [seq, ...rest] = sealed.split('.')
  return { id: rest.slice(0, -1).join('.'), seq: parseInt(seq!, 36) }
}

/** Only who knows the account's secret can write it: tampered and foreign cursors are told apart. */
function seal(text: string, secret: number): string {
  const first = hashOf(text, secret) >>> 0
  const second = hashOf(`${first}${text}`, secret ^ 0x5bd1e995) >>> 0
  return first.toString(36) + second.toString(36)
}
