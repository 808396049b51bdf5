import type { Alias } from '../core/aliases/alias.ts'
import { composeList } from './compose.ts'
import type { RouteAnswer, Context } from './route.ts'

const orders = { id: 'by_id', newest: 'newest_first', oldest: 'oldest_first' } as const

/** Lists the aliases that match, and how many there are. */
export function answerAliases({ account, query }: Context<'GET aliases'>): RouteAnswer<never> {
  const { aliases: store, choices } = account
  const status = query.read('status')
  const order = orders[query.read('order')]
  const skip = query.read('skip') ?? 0
  const end = skip + (query.read('limit') ?? Infinity)
  const hasText = textTest(query.read('search') ?? '', choices.domain)
  const isForAll = hasText === undefined && status === undefined
  const found = store
    .after(null, order, isForAll ? end : Infinity)
    .filter((alias) => (status ?? alias.status) === alias.status && hasText?.(alias) !== false)
  const listed = composeList(
    found.slice(skip, end),
    (alias) => store.texts.of(alias),
    'request fewer aliases with limit, skip, search or status',
  )
  const total = isForAll ? store.size : found.length
  return { pieces: ['{"aliases":', ...listed, `,"total":${total}}`] }
}

/** Whether an alias has this text; undefined if all have it, since all addresses end in the same way. */
function textTest(text: string, domain: string): ((alias: Alias) => boolean) | undefined {
  // Ignores case in all scripts, and makes no copies of the texts in lower case.
  const pattern = new RegExp(text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'iu')
  if (pattern.test(`@${domain}`)) return undefined
  return ({ id, label, note, source, category }) =>
    pattern.test(text.includes('@') ? `${id}@${domain}` : id) ||
    [label, note, source, category].some((field) => pattern.test(field))
}
