import type { Alias } from './alias-book.ts'
import type { Call, Verdict } from './call.ts'
import { toCursor } from './cursors.ts'
import type { PageRequest } from './list-request.ts'
import { pageText } from './wire.ts'

/** GET /v1/aliases behind its checks: one page. */
export function listAliases(call: Call, asked: PageRequest): Verdict {
  const { account, choices } = call
  const wanted = choices.pages === 'short' ? Math.max(1, Math.ceil(asked.limit * 0.6)) : asked.limit
  // One more than wanted tells whether there is a further page.
  const found = account.aliases.after(asked.place, choices.list_order, wanted + 1)
  const page = found.slice(0, wanted)
  const last = page.at(-1)
  const hasMore =
    found.length > wanted || (choices.pages === 'empty_last' && page.length === asked.limit)
  const cursor = hasMore && last ? toCursor(last, choices.cursor, account.secret) : null
  leanOnPage(call, page)
  return {
    outcome: 'listed',
    response: {
      status: 200,
      headers: {},
      body: call.isRehearsal ? '' : pageText(page, cursor, choices),
    },
    why: `A page of ${page.length}, ${cursor === null ? 'the last' : 'more follow'}.`,
    source: 'GET /v1/aliases, Response',
    basis: 'documented',
  }
}

/** Which assumptions this page rests on. */
function leanOnPage(call: Call, page: readonly Alias[]): void {
  if (call.account.aliases.size > 1 && page.length > 0) call.lean('list_order')
}
