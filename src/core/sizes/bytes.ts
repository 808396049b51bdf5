import type { ApiRequest, ApiResponse } from '../../contract/history/entry.ts'
import { LazyResponse } from './lazy-response.ts'
import type { AccountState, ArmedFault, StoredAlias } from '../../contract/state/state.ts'

/** About how many bytes of V8's memory things take, measured on Node 20 and rounded up. */

export const REMOVED_ID_BYTES = 100
/** The nodes of the trees of aliases that a change copies, and the alias as it was. */
export const TREE_PATH_BYTES = 3_000
const ACCOUNT_BYTES = 4_500
const ALIAS_BYTES = 400
const KEY_BYTES = 200
const FAULT_BYTES = 400
const SNAPSHOT_BYTES = 2_500
const HEADER_BYTES = 100
const OBJECT_BYTES = 56
const FIELD_BYTES = 16

export function textBytes(text: string): number {
  return 24 + 2 * text.length
}

/** A JSON value with everything in it. */
export function valueBytes(value: unknown): number {
  if (typeof value === 'string') return textBytes(value)
  if (typeof value !== 'object' || value === null) return FIELD_BYTES
  let bytes = OBJECT_BYTES
  for (const [name, item] of Object.entries(value)) {
    bytes += FIELD_BYTES + (Array.isArray(value) ? 0 : textBytes(name)) + valueBytes(item)
  }
  return bytes
}

const known = new WeakMap<object, number>()

/** The bytes of a value that never changes, counted once. */
function lastingBytes(value: unknown): number {
  if (typeof value !== 'object' || value === null) return valueBytes(value)
  let bytes = known.get(value)
  if (bytes === undefined) known.set(value, (bytes = valueBytes(value)))
  return bytes
}

export function sum<Item>(items: readonly Item[], bytesOf: (item: Item) => number): number {
  return items.reduce((bytes, item) => bytes + bytesOf(item), 0)
}

/** The fields of an alias that have a text of any length. */
type AliasTextFields = Pick<StoredAlias, 'label' | 'note' | 'source' | 'category'>

/** An alias in its trees, with its text as `/v1` writes it. */
export function aliasBytes({ label, note, source, category }: AliasTextFields): number {
  return ALIAS_BYTES + 3 * (label.length + note.length + source.length + category.length)
}

type Fields = Omit<AccountState, 'aliases' | 'removed' | 'draws'>

/** An account without its aliases. */
export function accountBytes(state: Readonly<Fields>): number {
  return (
    ACCOUNT_BYTES +
    KEY_BYTES * state.key.retired.length +
    sum([state.start, state.timeline, state.timeline_at_calls?.steps], lastingBytes) +
    sum(state.faults, faultBytes)
  )
}

export function faultBytes({ headers, body, json, ms }: ArmedFault): number {
  return FAULT_BYTES + sum([headers, body, json, ms], lastingBytes)
}

/** A copy of an account without its aliases: what it shares with the account does not count. */
export function snapshotBytes({ key, faults, usage }: Readonly<Fields>): number {
  const items = key.retired.length + faults.length + (usage.burst?.calls_ms?.length ?? 0)
  return SNAPSHOT_BYTES + 8 * items
}

export function requestBytes({ path, query, headers, body }: ApiRequest): number {
  const head = path.length + query.length + headerBytes(headers)
  return head + (body === null ? 0 : textBytes(body))
}

/** Where the response says what it keeps, its body is not read, since that would make it. */
export function responseBytes(response: ApiResponse): number {
  const body = response instanceof LazyResponse ? response.bytes : textBytes(response.body)
  return headerBytes(response.headers) + body
}

/** Node reads headers as Latin-1. */
function headerBytes(headers: ApiRequest['headers']): number {
  let bytes = 0
  for (const name in headers) bytes += HEADER_BYTES + name.length + String(headers[name]).length
  return bytes
}
