import { numberOf } from '../contract/history/entry-types.ts'
import type { RequestEntry } from '../contract/history/entry.ts'
import type { Account } from '../core/account/account.ts'
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
  const matches = new Matches(account.requests, filter)
  return waitFor<never, { entry: RequestEntry; caller: Account }>(context, {
    timeoutMs,
    find: (news) => {
      // Rolling back a change that could not be stored replaces the account object but keeps its request log.
      if (news && news.caller.requests !== account.requests) return undefined
      if (news) matches.add(news.entry)
      const found = matches.found()
      if (found.length < count) return undefined
      const isKnown = sandbox.knownIn(account.name)
      return () => ({ pieces: ['{"requests":', ...composeRequests(found, isKnown), '}'] })
    },
    watch: (look) => sandbox.listen((entry, caller) => look({ entry, caller })),
    whyNot: () => {
      const received = `Received ${matches.found().length} of ${count} matching requests within ${timeoutMs / 1_000} s.`
      return `${received}${toldOthers(account.requests, filter)}`
    },
  })
}

/** The matching entries of an account, updated as calls arrive, so that no entry is tested twice. */
class Matches {
  readonly #requests: RequestLog
  readonly #filter: Filter
  #entries: RequestEntry[]
  #next: number

  constructor(requests: RequestLog, filter: Filter) {
    this.#requests = requests
    this.#filter = filter
    this.#entries = requests.entries().filter(filter.matches)
    this.#next = requests.next
  }

  add(entry: RequestEntry): void {
    if (numberOf(entry) < this.#next) {
      // Its response was replaced after a failed write, so it may match differently now.
      this.#entries = this.#requests.entries().filter(this.#filter.matches)
    } else if (this.#filter.matches(entry)) this.#entries.push(entry)
    this.#next = this.#requests.next
  }

  /** The matches that the request log still holds, up to the filter's limit. */
  found(): RequestEntry[] {
    const { oldest } = this.#requests
    const dropped = this.#entries.findIndex((entry) => numberOf(entry) >= oldest)
    this.#entries.splice(0, dropped < 0 ? this.#entries.length : dropped)
    return select(this.#entries, this.#filter)
  }
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
