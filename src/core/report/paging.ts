import type { Entry } from '../record/entry.ts'
import { parseQuery } from '../calls/list-request.ts'
import { counted, failed, notExercised, parsed, passed, type Finding, type Rule } from './rule.ts'

/**
 * Rules about pages: the client sends next_cursor back unchanged as last_key and stops after the
 * last page.
 */

export const pagingRules: readonly Rule[] = [
  {
    rule: 'passes_cursor_back',
    title: 'passes next_cursor back as last_key, unchanged',
    source: 'GET /v1/aliases, rule 1',
    judge: judgeCursors,
  },
  {
    rule: 'stops_at_last_page',
    title: 'stops at the last page',
    source: 'Alias page, next_cursor: null on the last page',
    judge: judgeEnd,
  },
]

/** Names of the cursor parameter in other APIs; this API ignores them and returns the first page again. */
const FOREIGN =
  /^(next_?cursor|cursor|page_?token|next_?token|after|starting_after|page|offset|lastKey)$/i

function judgeCursors(entries: readonly Entry[]): Finding {
  const calls = listCalls(entries)
  const issued = new Set<unknown>(
    calls.map(nextCursorOf).filter((cursor) => typeof cursor === 'string'),
  )
  if (issued.size === 0) return notExercised('no page had a next_cursor')
  const foreign = calls.filter((call) => foreignNameOf(call) !== undefined)
  if (foreign[0]) {
    return failed(
      `${counted(foreign.length, 'call')} sent the cursor as ${foreignNameOf(foreign[0])}, an unknown parameter that returns the first page again`,
      foreign,
    )
  }
  const changed = calls.filter((call) => {
    const key = lastKeyOf(call)
    return key !== undefined && call.outcome === 'bad_request' && !issued.has(key)
  })
  if (changed.length > 0)
    return failed(
      `${counted(changed.length, 'call')} sent a last_key that was never issued`,
      changed,
    )
  const followed = calls.filter((call) => issued.has(lastKeyOf(call)))
  if (followed.length === 0)
    return notExercised('a page had a next_cursor, but the next page was not requested')
  return passed(`${counted(followed.length, 'page')} requested with the returned cursor`, followed)
}

function judgeEnd(entries: readonly Entry[]): Finding {
  const calls = listCalls(entries)
  const ends = calls.filter((call) => lastKeyOf(call) !== undefined && nextCursorOf(call) === null)
  if (ends.length === 0) return notExercised('no list was read to its last page')
  const beyond = ends.flatMap((end) => {
    const next = calls.find((call) => call.number > end.number)
    return next && goesBeyond(end, next) ? [next] : []
  })
  if (beyond.length === 0) return passed(`${counted(ends.length, 'list')} ended there`, ends)
  return failed(`${counted(beyond.length, 'call')} continued after the last page`, beyond)
}

/** What clients send as last_key for the null of the last page. */
const NULL_AS_KEY: readonly (string | undefined)[] = ['', 'null', 'undefined', 'None']

/** Does this call continue after the last page? */
function goesBeyond(end: Entry, next: Entry): boolean {
  const key = lastKeyOf(next)
  return key === lastKeyOf(end) || NULL_AS_KEY.includes(key)
}

function listCalls(entries: readonly Entry[]): readonly Entry[] {
  return entries.filter((entry) => entry.operation === 'list' && entry.key.valid)
}

/** The next_cursor of a page, null on the last one; undefined when no complete page arrived. */
function nextCursorOf(call: Entry): unknown {
  return call.outcome === 'listed' ? parsed(call.response.body)['next_cursor'] : undefined
}

function lastKeyOf({ request }: Entry): string | undefined {
  return parseQuery(request.query).get('last_key')?.[0]
}

function foreignNameOf({ request }: Entry): string | undefined {
  return [...parseQuery(request.query).keys()].find((name) => FOREIGN.test(name))
}
