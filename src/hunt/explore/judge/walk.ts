import type { RequestEntry } from '../../../contract/history/entry.ts'

/** The last way of a client through the list: from a first page on, with all retries. */
export type Walk = {
  /** The last call of it. */
  last: RequestEntry
  /** Has it asked for a second page? */
  isFollowing: boolean
  /** Has it read a page that says that none follows? */
  isAtEnd: boolean
}

/** Undefined if the client listed nothing. */
export function lastWalk(calls: readonly RequestEntry[]): Walk | undefined {
  const lists = calls.filter(({ operation }) => operation === 'list')
  const walk = lists.slice(
    Math.max(
      0,
      lists.findLastIndex((call) => !isNextPage(call)),
    ),
  )
  const last = walk.at(-1)
  return last && { last, isFollowing: walk.some(isNextPage), isAtEnd: walk.some(isLastPage) }
}

/** Was this page read, and do more follow? */
export function hasMore(call: RequestEntry): boolean {
  return isRead(call) && tellsMore(call)
}

function isLastPage(call: RequestEntry): boolean {
  return isRead(call) && !tellsMore(call)
}

function isRead({ outcome, client_left, ended_at }: RequestEntry): boolean {
  return outcome === 'listed' && !client_left && ended_at !== null
}

function tellsMore({ response }: RequestEntry): boolean {
  return /"has_more":true/.test(response.body.slice(-500))
}

function isNextPage({ request }: RequestEntry): boolean {
  return /(?:^|&)last_key=/.test(request.query)
}
