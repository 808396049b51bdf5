import { sendAtOnce } from '../../contract/deliveries.ts'
import { valuesOf } from '../../contract/choices/choices.ts'
import type { Alias } from '../aliases/alias.ts'
import type { Call } from './call.ts'
import type { CallResult } from './call-result.ts'
import { toCursor } from '../aliases/cursors.ts'
import { pageResponse } from '../aliases/responses.ts'
import type { PageRequest } from './list-request.ts'
import { aliasesOf } from '../../text/numbers.ts'

const listing = { past: 'Listed', coming: 'Lists' }

/** GET /v1/aliases after its checks. */
export function listAliases(call: Call, requested: PageRequest): CallResult {
  const { account, choices } = call
  const limit = choices.pages === 'short' ? shortOf(requested.limit) : requested.limit
  // Fetch one more than the limit to find out whether another page follows.
  const found = account.aliases.after(requested.position, choices.list_order, limit + 1)
  const page = found.slice(0, limit)
  const last = page.at(-1)
  const hasMore =
    found.length > limit || (choices.pages === 'empty_last' && page.length === requested.limit)
  const cursor = hasMore && last ? toCursor(last, choices.cursor, account.secret) : null
  recordPageChoices(call, requested, found, page)
  return {
    outcome: 'listed',
    response: pageResponse(page, cursor, account.aliases.texts),
    delivery: sendAtOnce,
    why: `${listing[call.tense]} ${aliasesOf(page.length)}; ${cursor === null ? 'this is the last page' : 'more pages follow'}.`,
    source: 'GET /v1/aliases, Response',
    basis: 'documented',
  }
}

/** Choice `pages`, short: returns fewer aliases even where the page could be full. */
function shortOf(limit: number): number {
  return Math.ceil(limit * 0.6)
}

/** Records the choices that affected this page. */
function recordPageChoices(
  call: Call,
  requested: PageRequest,
  found: readonly Alias[],
  page: readonly Alias[],
): void {
  const { account, choices } = call
  const { gone } = account.state
  if (gone.burned > 0) call.recordChoice('burn')
  if (gone.expired > 0) call.recordChoice('expiry')
  if (page.length === 0) return
  call.recordChoice('domain')
  if (account.state.ids === null) call.recordChoice('id_style')
  if (account.aliases.size > 1) call.recordChoice('list_order')
  if (requested.isDefault && found.length > smallestOtherPage(choices.page_size))
    call.recordChoice('page_size')
  if (found.length > shortOf(requested.limit) || page.length === requested.limit)
    call.recordChoice('pages')
  if (found.length > page.length) call.recordChoice('cursor')
  if (page.some((alias) => alias.status === 'suspended')) call.recordChoice('suspended_reason')
  if (page.some((alias) => alias.replies_enabled !== undefined)) call.recordChoice('replies_value')
}

const smallestPage = Math.min(...valuesOf('page_size').map(Number))

/** The longest page that would look the same with every other default page size. */
function smallestOtherPage(size: number): number {
  return Math.min(size, smallestPage)
}
