import { inputBounds } from '../../contract/values/bounds.ts'
import { ActionError } from '../../contract/control/action-error.ts'
import { aliasStatuses } from '../../contract/state/state.ts'
import { mustBe } from '../../contract/values/invalid-choice.ts'
import type { AliasStore } from '../../core/aliases/alias-store.ts'
import { listedText } from '../../core/aliases/serialize.ts'
import { searchAliases, type AliasSearch } from '../../core/views/alias-search.ts'
import { inTurns } from '../../derived/in-turns.ts'
import { ListText } from './compose.ts'
import { integerOf, wordOf } from './query.ts'
import { endedAnswer, type Answer, type Context } from './route.ts'

export const aliasOrders = ['id', 'newest', 'oldest'] as const
export const aliasParameters = ['search', 'status', 'order', 'limit', 'skip']

const orders = { id: 'by_id', newest: 'newest_first', oldest: 'oldest_first' } as const
const MAX_SKIPPED = 999_999_999

/** Lists the aliases that match, as they are when the search begins, and how many there are. */
export async function answerAliases({ account, query, parts, response }: Context): Promise<Answer> {
  const search = readSearch(query)
  const pieces = await parts.composing.run(response, (left) =>
    inTurns(compose(account.aliases.clone(), search), left),
  )
  return pieces ? { pieces } : endedAnswer(parts)
}

/** @throws ActionError 400 for an invalid value. */
function readSearch(query: URLSearchParams): AliasSearch {
  const text = query.get('search') ?? ''
  const { max } = inputBounds.searchCharacters
  if (text.length > max) {
    const expected = `text of at most ${max} characters`
    throw new ActionError(400, `search ${mustBe(expected, text)}`, 'search')
  }
  return {
    text,
    status: wordOf(query, 'status', aliasStatuses),
    order: orders[wordOf(query, 'order', aliasOrders) ?? 'id'],
    skip: integerOf(query, 'skip', 0, MAX_SKIPPED) ?? 0,
    limit: integerOf(query, 'limit', 1, inputBounds.aliasesAsked.max) ?? Infinity,
  }
}

/** Composes the answer in steps, between which others have their turn. @throws ActionError 413 */
function* compose(store: AliasStore, search: AliasSearch): Generator<void, readonly string[]> {
  const list = new ListText('request fewer aliases with limit, skip, search or status')
  const steps = searchAliases(store, search)
  for (;;) {
    const step = steps.next()
    if (step.done) return ['{"aliases":', ...list.pieces(), `,"total":${step.value}}`]
    for (const alias of step.value) list.add(listedText(alias, store.texts))
    yield
  }
}
