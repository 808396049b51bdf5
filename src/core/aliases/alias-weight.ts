import type { StoredAlias } from '../../contract/state/state.ts'
import { textBytes } from '../memory/weight.ts'

/** Size of an alias without its texts, with its place in the store: measured on Node 20. */
export const ALIAS_BYTES = 256
/** Size of a removed alias's id. */
export const REMOVED_BYTES = 100

/** Memory that an alias needs, in bytes. */
export function aliasBytes({ label, note, source, category }: AliasTexts): number {
  let bytes = ALIAS_BYTES
  for (const text of [label, note, source, category]) if (text !== '') bytes += textBytes(text)
  return bytes
}
type AliasTexts = Pick<StoredAlias, 'label' | 'note' | 'source' | 'category'>
