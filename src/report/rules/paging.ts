import type { RequestEntry } from '../../contract/history/entry.ts'
import { isSuccess } from '../../contract/operations.ts'
import { workersOf } from '../../core/record/at-once.ts'
import { isKnown, isRead } from '../known.ts'
import { LOOP_GAP_MS } from './looping.ts'
import { advised, failed, notExercised, passed, type Finding, type Rule } from '../rule.ts'
import type { TimedHistory } from '../timed-history.ts'
import { countOf } from '../../text/numbers.ts'

/**
 * Rules about pages: the client sends next_cursor back unchanged as last_key and stops after the
 * last page.
 */

export const pagingRules: readonly Rule[] = [
  {
    rule: 'passes_cursor_back',
    situation: 'listed_next_page',
    title: 'passes next_cursor back as last_key, unchanged',
    source: 'GET /v1/aliases, rule 1',
    expected: 'A careful client sends the next_cursor of a page as last_key, unchanged.',
    broken: {
      title: 'does not pass next_cursor back as last_key',
      sentence: 'To fetch the next page, pass next_cursor as last_key.',
      source: 'GET /v1/aliases, rule 1',
    },
    judge: judgeCursors,
  },
  {
    rule: 'stops_at_last_page',
    situation: 'listed_next_page',
    title: 'stops at the last page',
    source: 'Alias page, next_cursor: null on the last page',
    expected: 'A careful client requests nothing more after a page whose next_cursor is null.',
    broken: {
      title: 'asks for more after the last page',
      sentence: 'On the last page next_cursor is null.',
      source: 'GET /v1/aliases, rule 1',
    },
    judge: judgeEnd,
  },
]

/** Names of the cursor parameter in other APIs; this API ignores them and returns the first page again. */
const FOREIGN =
  /^(next_?cursor|cursor|page_?token|next_?token|after|starting_after|page|offset|lastKey)$/i
/** Values with which other APIs ask for the first page. */
const FIRST_PAGE: readonly string[] = ['', '0', '1']

/** A page that one worker asks for so many times in a row is no retry. */
const AGAIN_AND_AGAIN = 3

/** Values of last_key that clients send when they have no cursor. */
const NO_CURSOR: readonly (string | undefined)[] = [
  '',
  'null',
  'undefined',
  'None',
  'nil',
  'NaN',
  'false',
  '[object Object]',
]

function judgeCursors(history: TimedHistory): Finding {
  const walks = readWalks(history)
  const { named, literal, invented, followed, hasIssued } = walks
  if (literal.length > 0) {
    const sent = `sent ${quoted(walks.keyOf(literal[0]!))} as last_key instead of a cursor`
    return failedBy(literal, sent, 'A careful client leaves last_key out when it has no cursor.')
  }
  if (named.length > 0) {
    const name = walks.foreignNameOf(named[0]!)
    return failedBy(named, `sent ${name}, an unknown parameter that returns the first page again`)
  }
  const ids = withReadId(history, walks)
  if (ids.length > 0) {
    return failedBy(ids, 'sent the id of an alias as last_key instead of a cursor')
  }
  if (invented.length > 0 && hasIssued) {
    return failedBy(invented, 'sent a last_key that was never issued')
  }
  if (invented.length > 0) {
    const why = `${countOf(invented.length, 'request')} sent a last_key that no page of this record issued; it may be from an earlier run`
    return advised(why, invented, 'A careful client starts over without last_key.')
  }
  if (!hasIssued) return notExercised('no page had a next_cursor')
  if (followed.length === 0)
    return notExercised('a page had a next_cursor, but the next page was not requested')
  if (walks.stuck.length > 0) {
    return advised(
      `${countOf(walks.stuck.length, 'request')} in a row sent the same cursor, though each response had the next one`,
      walks.stuck,
      'A careful client sends the next_cursor of the page that it read last.',
    )
  }
  return passed(`${countOf(followed.length, 'page')} requested with the returned cursor`, followed)
}

function judgeEnd(history: TimedHistory): Finding {
  const { ends, beyond, resumed } = readWalks(history)
  if (ends.length === 0) return notExercised('no list of several pages was read to its end')
  if (beyond.length > 0) {
    return failedBy(beyond, 'continued after the last page')
  }
  if (resumed.length > 0) {
    return advised(
      `${countOf(resumed.length, 'request')} requested the last page again, perhaps to look for new aliases`,
      resumed,
    )
  }
  return passed(`${countOf(ends.length, 'list')} ended there`, ends)
}

/** The facts about paging in the list calls of an account, in the order of the calls. */
type Walks = {
  /** Has a page with a next_cursor been read? */
  hasIssued: boolean
  /** Calls that asked for the next page by a name of another API. */
  named: RequestEntry[]
  /** Calls without a page before that sent the text "null" or the like. */
  literal: RequestEntry[]
  /** Calls refused because of a cursor that was never issued. */
  invented: RequestEntry[]
  /** Calls with a cursor that a page had. */
  followed: RequestEntry[]
  /** The longest row of calls for one page, although the cursor of the next one was read, if each worker made several. */
  stuck: RequestEntry[]
  /** Last pages, except for those that are also the first. */
  ends: RequestEntry[]
  /** Calls that went on after a last page. */
  beyond: RequestEntry[]
  /** Calls for a last page again that need not be a walk that goes on. */
  resumed: RequestEntry[]
  keyOf: (call: RequestEntry) => string | undefined
  foreignNameOf: (call: RequestEntry) => string | undefined
}

const lastRead = new WeakMap<TimedHistory, Walks>()

/** Both rules read the same walks. */
function readWalks(history: TimedHistory): Walks {
  let walks = lastRead.get(history)
  if (!walks) lastRead.set(history, (walks = toWalks(history)))
  return walks
}

function toWalks(history: TimedHistory): Walks {
  const keyOf = (call: RequestEntry) => history.queryOf(call).get('last_key')?.[0]
  const foreignNameOf = (call: RequestEntry) => foreignIn(history.queryOf(call))
  const walks: Walks = {
    hasIssued: false,
    named: [],
    literal: [],
    invented: [],
    followed: [],
    stuck: [],
    ends: [],
    beyond: [],
    resumed: [],
    keyOf,
    foreignNameOf,
  }
  /** How often each cursor was issued and not yet followed. */
  const issued = new Map<string, number>()
  const workers = workersOf(history.atOnce)
  /** The last page that was read, until another one is. */
  let end: RequestEntry | undefined
  let latest: RequestEntry | undefined
  /** The calls in a row for one page. */
  let row: RequestEntry[] = []
  for (const call of history.calls) {
    if (call.key.reason) continue
    const before = latest
    latest = call
    if (call.operation !== 'list') continue
    const key = keyOf(call)
    const known = end && isRecent(history, end, call) ? end : undefined
    sort(call, key, { end: known, isNext: before === end && workers === 1 }, walks, issued)
    const next = nextCursorOf(call)
    if (next === undefined) continue
    const isOfWalk = typeof next === 'string' && key !== undefined
    const isAgain = before?.request.query === call.request.query && isRecent(history, before, call)
    if (isOfWalk && row.at(-1) === before && isAgain) row.push(call)
    else row = isOfWalk ? [call] : []
    if (row.length > walks.stuck.length) walks.stuck = row
    if (next === null) {
      if (key !== undefined) walks.ends.push(call)
      end = call
    } else {
      end = undefined
      walks.hasIssued = true
      issued.set(next, (issued.get(next) ?? 0) + 1)
    }
  }
  if (walks.stuck.length < AGAIN_AND_AGAIN * workers) walks.stuck = []
  if (walks.resumed.length >= AGAIN_AND_AGAIN * workers) {
    walks.beyond.push(...walks.resumed.splice(0))
  }
  return walks
}

/** A client that lists again after more than this time does not go on with a walk. */
function isRecent(history: TimedHistory, end: RequestEntry, call: RequestEntry): boolean {
  return isKnown(end, call) && history.elapsedMs(end, call) <= LOOP_GAP_MS
}

/** The last page that was read before, and whether this call is for certain the next one of the same client. */
type PageBefore = { end: RequestEntry | undefined; isNext: boolean }

/** Puts a list call in the place where a rule looks for it. */
function sort(
  call: RequestEntry,
  key: string | undefined,
  { end, isNext }: PageBefore,
  walks: Walks,
  issued: Map<string, number>,
): void {
  if (key === undefined) {
    if (walks.hasIssued && walks.foreignNameOf(call) !== undefined) walks.named.push(call)
    return
  }
  if (NO_CURSOR.includes(key)) {
    if (end) {
      walks.beyond.push(call)
      if (!walks.ends.includes(end)) walks.ends.push(end)
    } else walks.literal.push(call)
    return
  }
  const left = issued.get(key)
  if (left === undefined) {
    if (isCursorRefused(call)) walks.invented.push(call)
    return
  }
  walks.followed.push(call)
  // A lost page has to be requested again, and each walk may follow its own cursor once.
  if (call.outcome === 'listed' && isRead(call)) issued.set(key, left - 1)
  if (left > 0 || !end || walks.keyOf(end) !== key) return
  walks[isNext ? 'beyond' : 'resumed'].push(call)
}

function foreignIn(query: Map<string, string[]>): string | undefined {
  for (const [name, values] of query) {
    if (FOREIGN.test(name) && !FIRST_PAGE.includes(values[0] ?? '')) return name
  }
  return undefined
}

/** Is last_key the reason for the 400? A cursor of an alias that is gone was issued once. */
function isCursorRefused({ outcome, refused }: RequestEntry): boolean {
  return outcome === 'bad_request' && refused?.field === 'last_key' && refused.reason !== 'gone'
}

/** The calls that sent the id of an alias that the client had read in an answer before. */
function withReadId({ calls }: TimedHistory, { invented, keyOf }: Walks): RequestEntry[] {
  const found: RequestEntry[] = []
  if (invented.length === 0) return found
  const refused = new Set(invented)
  const ids = new Set<string>()
  for (const call of calls) {
    if (refused.has(call)) {
      if (ids.has(JSON.stringify(keyOf(call)))) found.push(call)
    } else if (isSuccess(call.outcome) && isRead(call)) {
      for (const [, id] of call.response.body.matchAll(ALIAS_ID)) ids.add(id!)
    }
  }
  return found
}

const ALIAS_ID = /"id":("(?:[^"\\]|\\.)*")/g

const NEXT_CURSOR = /"next_cursor":(null|"(?:[^"\\]|\\.)*")/g

/** The next_cursor of a page, null on the last one; undefined when no complete page arrived. */
function nextCursorOf(call: RequestEntry): string | null | undefined {
  if (call.outcome !== 'listed' || !isRead(call)) return undefined
  // The cursor stands behind the aliases; parsing each page would take longer than all rules.
  const { body } = call.response
  const found = [...body.slice(body.lastIndexOf('"next_cursor":')).matchAll(NEXT_CURSOR)][0]
  return found && (JSON.parse(found[1]!) as string | null)
}

function failedBy(calls: readonly RequestEntry[], did: string, expected?: string): Finding {
  return failed(`${countOf(calls.length, 'request')} ${did}`, calls, expected)
}

function quoted(text: string | undefined): string {
  return text === '' ? 'an empty text' : `"${text}"`
}
