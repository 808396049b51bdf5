import type { Entry } from '../journal.ts'
import { counted, failed, notExercised, parsed, passed, type Finding, type Rule } from './rule.ts'

/** Rules about pages: next_cursor goes back as last_key, unchanged, and the last page is the end. */

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

/** Names under which other APIs take a cursor; this one ignores them, and answers the first page again. */
const FOREIGN =
  /^(next_?cursor|cursor|page_?token|next_?token|after|starting_after|page|offset|lastKey)$/i

function judgeCursors(entries: readonly Entry[]): Finding {
  const calls = listCalls(entries)
  const issued = new Set(
    calls.map((call) => nextCursorOf(call)).filter((cursor) => cursor !== null),
  )
  if (issued.size === 0) return notExercised('no page with a next_cursor was met')
  const foreign = calls.filter((call) => parametersOf(call).some(([name]) => FOREIGN.test(name)))
  if (foreign.length > 0) {
    const [name] = parametersOf(foreign[0]!).find(([given]) => FOREIGN.test(given)) ?? ['']
    return failed(
      `${counted(foreign.length, 'call')} sent the cursor as ${name}, which is not known and leads to the first page again`,
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
  const followed = calls.filter((call) => issued.has(lastKeyOf(call) ?? ''))
  if (followed.length === 0)
    return notExercised('a next_cursor was given, but no further page was asked for')
  return passed(`${counted(followed.length, 'page')} asked for by the cursor given`, followed)
}

function judgeEnd(entries: readonly Entry[]): Finding {
  const calls = listCalls(entries)
  const ends = calls.filter((call) => lastKeyOf(call) !== undefined && isLastPage(call))
  if (ends.length === 0) return notExercised('no walk came to a last page')
  const beyond = ends
    .map((end) => calls.find((call) => call.number > end.number))
    .filter((next, index) => next !== undefined && goesBeyond(ends[index]!, next))
    .filter((next) => next !== undefined)
  if (beyond.length === 0) return passed(`${counted(ends.length, 'walk')} ended there`, ends)
  return failed(`${counted(beyond.length, 'call')} went on behind the last page`, beyond)
}

/** Is this call the walk going on, though its last page was told? */
function goesBeyond(end: Entry, next: Entry): boolean {
  const key = lastKeyOf(next)
  return (
    key !== undefined && (key === lastKeyOf(end) || ['', 'null', 'undefined', 'None'].includes(key))
  )
}

function listCalls(entries: readonly Entry[]): readonly Entry[] {
  return entries.filter((entry) => entry.operation === 'list' && entry.isAuthorized)
}

function nextCursorOf(call: Entry): string | null {
  if (call.outcome !== 'listed') return null
  const cursor = parsed(call.response.body)['next_cursor']
  return typeof cursor === 'string' ? cursor : null
}

function isLastPage(call: Entry): boolean {
  return call.outcome === 'listed' && nextCursorOf(call) === null
}

function lastKeyOf(call: Entry): string | undefined {
  return parametersOf(call).find(([name]) => name === 'last_key')?.[1]
}

function parametersOf({ request }: Entry): [name: string, value: string][] {
  if (request.query === '') return []
  return request.query.split('&').map((pair) => {
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    return [name, decoded(value)]
  })
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
