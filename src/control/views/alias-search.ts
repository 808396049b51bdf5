import type { StoredAlias } from '../../contract/state/state.ts'
import type { Alias, Order, Position } from '../../core/aliases/alias.ts'
import type { AliasStore } from '../../core/aliases/alias-store.ts'

type AliasStatus = StoredAlias['status']

/** Selects aliases: those that match, and of these `limit` after the first `skip`. */
export type AliasSearch = {
  /** Stands in the id, address, label, note, source or category, in lower or upper case. */
  text: string
  status: AliasStatus | undefined
  order: Order
  skip: number
  limit: number
}

/** The number of aliases that one step looks at. */
const STEP = 64

/**
 * Searches a store in short steps; it must not change meanwhile, so pass a copy. Each step gives the
 * aliases that it selected; the number of all that match is returned at the end.
 */
export function* searchAliases(store: AliasStore, search: AliasSearch): Generator<Alias[], number> {
  const { status, order, skip, limit } = search
  const hasText = textTest(search.text, store.texts.choices.domain)
  const isForAll = hasText === undefined && status === undefined
  const end = skip + limit
  /** The number of matches is known before if all match. */
  const lastNeeded = isForAll ? end : Infinity
  let total = 0
  let last: Position | null = null
  while (total < lastNeeded) {
    const looked: Alias[] = store.after(last, order, STEP)
    const selected: Alias[] = []
    for (const alias of looked) {
      if (status !== undefined && alias.status !== status) continue
      if (hasText !== undefined && !hasText(alias)) continue
      if (total >= skip && total < end) selected.push(alias)
      total += 1
    }
    yield selected
    if (looked.length < STEP) break
    last = looked.at(-1)!
  }
  return isForAll ? store.size : total
}

/** Whether an alias has this text; undefined if all have it, since all addresses end in the same way. */
function textTest(text: string, domain: string): ((alias: Alias) => boolean) | undefined {
  // Ignores case in all scripts, and makes no copies of the texts in lower case.
  const pattern = new RegExp(text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'iu')
  if (pattern.test(`@${domain}`)) return undefined
  const isInAddress = text.includes('@')
    ? ({ id }: Alias) => pattern.test(`${id}@${domain}`)
    : ({ id }: Alias) => pattern.test(id)
  return (alias) =>
    isInAddress(alias) ||
    pattern.test(alias.label) ||
    pattern.test(alias.note) ||
    pattern.test(alias.source) ||
    pattern.test(alias.category)
}
