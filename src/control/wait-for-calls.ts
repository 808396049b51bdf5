import type { RequestEntry } from '../contract/history/entry.ts'
import type { RequestLog } from '../core/record/request-log.ts'
import { composeRequests } from './compose.ts'
import { readFilter, select, type Filter } from './requests.ts'
import type { RouteAnswer, Context } from './route.ts'
import { timeoutOf, waitFor } from './wait.ts'

type WaitAnswer = RouteAnswer<never>

/** Answers as soon as the request log has `count` matching calls, or with 408 after `timeout` of real time. */
export function waitForCalls(
  context: Context<'GET requests/wait'>,
): WaitAnswer | Promise<WaitAnswer> {
  const { sandbox, account, query } = context
  const filter = readFilter(query)
  const count = query.read('count')
  const timeoutMs = timeoutOf(query.read('timeout'))
  // A test can read a body, so each entry is tested once: when it comes, and again if its response was withdrawn.
  const tested = new WeakMap<RequestEntry, boolean>()
  const test = (entry: RequestEntry) => {
    const isMatch = filter.matches(entry)
    tested.set(entry, isMatch)
    return isMatch
  }
  const matching = () =>
    account.requests.entries().filter((entry) => tested.get(entry) ?? test(entry))
  return waitFor<never, RequestEntry>(context, {
    timeoutMs,
    find: (news) => {
      if (news && !test(news)) return undefined
      const found = select(matching(), filter)
      if (found.length < count) return undefined
      const isKnown = sandbox.knownIn(account.name)
      return () => ({ pieces: ['{"requests":', ...composeRequests(found, isKnown), '}'] })
    },
    // Rolling back a change that could not be stored replaces the account object but keeps its request log.
    watch: (look) =>
      sandbox.listen((entry, caller) => {
        if (caller.requests === account.requests) look(entry)
      }),
    whyNot: () => {
      const received = `Received ${select(matching(), filter).length} of ${count} matching requests within ${timeoutMs / 1_000} s.`
      return `${received}${toldOthers(account.requests, filter)}`
    },
  })
}

/** The most calls without a match that a message names. */
const MAX_OTHERS = 3

/** The last calls that came and do not match, each with what is not as wanted. */
function toldOthers(requests: RequestLog, { mismatch }: Filter): string {
  const others: string[] = []
  for (const entry of requests.entries().toReversed()) {
    const why = mismatch(entry)
    if (why !== undefined) others.unshift(`${entry.id}, whose ${why}`)
    if (others.length === MAX_OTHERS) break
  }
  return others.length === 0 ? '' : ` Other requests came: ${others.join('; ')}.`
}
