import type { aliasFilters } from '../contract/control/query-parameters.ts'
import type { AliasStore } from '../core/aliases/alias-store.ts'
import { searchAliases, type AliasSearch } from './views/alias-search.ts'
import { inTurns } from './work/in-turns.ts'
import { ListText } from './compose.ts'
import type { Query } from './query.ts'
import type { RouteAnswer, Context } from './route.ts'

const orders = { id: 'by_id', newest: 'newest_first', oldest: 'oldest_first' } as const

/** Lists the aliases that match, as they are when the search begins, and how many there are. */
export async function answerAliases({
  account,
  query,
  parts,
  question: { left },
}: Context<'GET aliases'>): Promise<RouteAnswer<never>> {
  const search = readSearch(query)
  return { pieces: await inTurns(compose(account.aliases.clone(), search), parts.nextTurn, left) }
}

/** @throws ActionError 400 for an invalid value. */
function readSearch(query: Query<typeof aliasFilters>): AliasSearch {
  return {
    text: query.read('search') ?? '',
    status: query.read('status'),
    order: orders[query.read('order')],
    skip: query.read('skip') ?? 0,
    limit: query.read('limit') ?? Infinity,
  }
}

/** Composes the answer in steps, between which others have their turn. @throws ActionError 413 */
function* compose(store: AliasStore, search: AliasSearch): Generator<void, readonly string[]> {
  const list = new ListText('request fewer aliases with limit, skip, search or status')
  const steps = searchAliases(store, search)
  for (;;) {
    const step = steps.next()
    if (step.done) return ['{"aliases":', ...list.pieces(), `,"total":${step.value}}`]
    for (const alias of step.value) list.add(store.texts.of(alias))
    yield
  }
}
