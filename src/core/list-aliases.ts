import { valuesOf } from '../contract/choices.ts'
import type { Alias } from './alias-book.ts'
import type { Call, Verdict } from './call.ts'
import { toCursor } from './cursors.ts'
import type { PageRequest } from './list-request.ts'
import { toPage } from './wire.ts'

/** GET /v1/aliases behind its checks: one page. */
export function listAliases(call: Call, asked: PageRequest): Verdict {
  const { account, choices } = call
  const wanted = choices.pages === 'short' ? shortOf(asked.limit) : asked.limit
  // One more than wanted tells whether there is a further page.
  const found = account.aliases.after(asked.place, choices.list_order, wanted + 1)
  const page = found.slice(0, wanted)
  const last = page.at(-1)
  const hasMore =
    found.length > wanted || (choices.pages === 'empty_last' && page.length === asked.limit)
  const cursor = hasMore && last ? toCursor(last, choices.cursor, account.secret) : null
  leanOnPage(call, asked, found, page)
  return {
    outcome: 'listed',
    response: toPage(call.isRehearsal ? [] : page, cursor, choices),
    why: `A page of ${page.length}, ${cursor === null ? 'the last' : 'more follow'}.`,
    source: 'GET /v1/aliases, Response',
    basis: 'documented',
  }
}

/** Choice `pages`, short: a page that could be full holds fewer. */
function shortOf(limit: number): number {
  return Math.max(1, Math.ceil(limit * 0.6))
}

/** Which assumptions would have shown in this page. */
function leanOnPage(
  call: Call,
  asked: PageRequest,
  found: readonly Alias[],
  page: readonly Alias[],
): void {
  const { account, choices } = call
  const { gone } = account.state
  if (gone.burned > 0) call.lean('burn')
  if (gone.expired > 0) call.lean('expiry')
  if (page.length === 0) return
  call.lean('domain')
  if (account.state.ids === null) call.lean('id_style')
  if (account.aliases.size > 1) call.lean('list_order')
  if (asked.isDefault && found.length > smallestOtherPage(choices.page_size)) call.lean('page_size')
  if (page.length > shortOf(asked.limit) || page.length === asked.limit) call.lean('pages')
  if (found.length > page.length) call.lean('cursor')
  if (page.some((alias) => alias.status === 'suspended')) call.lean('suspended_reason')
  if (page.some((alias) => alias.replies_enabled !== undefined)) call.lean('replies_value')
}

const smallestPage = Math.min(...valuesOf('page_size').map(Number))

/** The longest page that no other default page size would have cut or grown. */
function smallestOtherPage(size: number): number {
  return Math.min(size, smallestPage)
}
