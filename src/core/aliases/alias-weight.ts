import type { StoredAlias } from '../../contract/state.ts'
import { textBytes } from '../memory/weight.ts'

/** An alias without texts of its own, with its place in the book: measured on Node 20. */
export const ALIAS_BYTES = 256
/** The id of a removed alias. */
export const REMOVED_BYTES = 100

/** What an alias needs in memory. */
export function aliasBytes({ label, note, source, category }: AliasTexts): number {
  let bytes = ALIAS_BYTES
  for (const text of [label, note, source, category]) if (text !== '') bytes += textBytes(text)
  return bytes
}
type AliasTexts = Pick<StoredAlias, 'label' | 'note' | 'source' | 'category'>
