import { inputBounds } from '../contract/bounds.ts'
import { shown } from '../contract/fields.ts'
import { outcomes } from '../contract/outcomes.ts'
import { operations } from '../contract/rules.ts'
import { isIsoInstant } from '../contract/times.ts'
import { toEntryView } from '../core/account-view.ts'
import { contain } from '../core/contain.ts'
import type { Entry, Journal } from '../core/journal.ts'
import { ActionRefused } from '../core/refused.ts'
import { readDuration } from '../contract/to-ms.ts'
import { wordOf } from './query-word.ts'
import type { Answer, Context } from './route.ts'

/** Which entries of a journal are asked for. */
type Filter = {
  matches: (entry: Entry) => boolean
  /** Behind an entry that is known: the next so many. Else: the last so many. */
  isAfter: boolean
  limit: number
}

export const filterNames = ['operation', 'status', 'outcome', 'since', 'limit']
export const waitNames = [...filterNames, 'count', 'timeout']
const MAX_ENTRIES = inputBounds.requestsAsked.max
const MAX_WAIT_MS = inputBounds.waitMs.max

/** Reads the filters of a query. @throws ActionRefused 400 for one that has a bad value. */
export function readFilter(query: URLSearchParams): Filter {
  const operation = wordOf(query, 'operation', operations)
  const outcome = wordOf(query, 'outcome', outcomes)
  const status = wholeOf(query, 'status', 100, 599)
  const since = sinceOf(query)
  return {
    matches: (entry) =>
      (operation === undefined || entry.operation === operation) &&
      (outcome === undefined || entry.outcome === outcome) &&
      (status === undefined || entry.response.status === status) &&
      since(entry),
    isAfter: query.has('since'),
    limit: wholeOf(query, 'limit', 1, MAX_ENTRIES) ?? MAX_ENTRIES,
  }
}

/** The matching entries, oldest first. */
export function select(journal: Journal, { matches, isAfter, limit }: Filter): Entry[] {
  const found = journal.entries().filter(matches)
  return isAfter ? found.slice(0, limit) : found.slice(-limit)
}

/** @throws ActionRefused 404 when there is none, or when it is forgotten by now. */
export function findEntry(journal: Journal, id: string): Entry {
  const entry = journal.find(numberOf(id) ?? -1)
  if (!entry) throw new ActionRefused(404, `there is no request ${shown(id)} in the journal`)
  return entry
}

/** Answers as soon as `count` matching calls are there, or with 408 after `timeout` of real time. */
export function waitForEntries({
  sandbox,
  account,
  query,
  response,
  options,
}: Context): Promise<Answer> {
  const filter = readFilter(query)
  const count = wholeOf(query, 'count', 1, MAX_ENTRIES) ?? 1
  const timeoutMs = timeoutOf(query)
  return new Promise((resolve, reject) => {
    const look = () => {
      const found = select(account.journal, filter)
      if (found.length < count) return
      settle({ body: { requests: found.map(toEntryView) } })
    }
    const timer = setTimeout(
      orFail(() => {
        const { length } = select(account.journal, filter)
        const message = `${length} of ${count} matching calls came within ${timeoutMs / 1_000} s.`
        settle({ status: 408, body: { message } })
      }),
      timeoutMs,
    )
    const stopListening = sandbox.listen((_entry, caller) => {
      // Taking back what could not be kept replaces the account; its journal stays.
      orFail(() => {
        if (caller.journal === account.journal) look()
      })()
    })
    const stop = () => settle({ status: 503, body: { message: 'The sandbox is closing.' } })
    const finish = () => {
      clearTimeout(timer)
      stopListening()
      options.closing.removeEventListener('abort', stop)
    }
    const settle = (answer: Answer) => {
      finish()
      resolve(answer)
    }
    /** An error ends this wait, and nobody else's. */
    function orFail(run: () => void): () => void {
      return contain((error) => {
        finish()
        reject(error)
      }, run)
    }
    response.on('close', () => settle({}))
    options.closing.addEventListener('abort', stop, { once: true })
    look()
  })
}

function wholeOf(
  query: URLSearchParams,
  name: string,
  min: number,
  max: number,
): number | undefined {
  const given = query.get(name)
  if (given === null) return undefined
  if (!/^\d{1,9}$/.test(given) || Number(given) < min || Number(given) > max) {
    throw new ActionRefused(
      400,
      `${name}: ${shown(given)} is not a whole number from ${min} to ${max}`,
      name,
    )
  }
  return Number(given)
}

/** `since`: an entry's id, or a time on the account's clock. */
function sinceOf(query: URLSearchParams): (entry: Entry) => boolean {
  const given = query.get('since')
  if (given === null) return () => true
  const number = numberOf(given)
  if (number !== undefined) return (entry) => entry.number > number
  const ms = /^\d{1,12}$/.test(given)
    ? Number(given) * 1_000
    : isIsoInstant(given)
      ? Date.parse(given)
      : NaN
  if (Number.isNaN(ms)) {
    throw new ActionRefused(
      400,
      `since: ${shown(given)} is neither an id such as req_12, an ISO time nor epoch seconds`,
      'since',
    )
  }
  return (entry) => entry.at >= ms
}

function timeoutOf(query: URLSearchParams): number {
  const given = query.get('timeout')
  if (given === null) return 5_000
  const ms = readDuration(given)
  if (ms >= 0 && ms <= MAX_WAIT_MS) return ms
  throw new ActionRefused(
    400,
    `timeout: ${shown(given)} is not a duration such as 5s, at most 10m`,
    'timeout',
  )
}

function numberOf(id: string): number | undefined {
  const match = /^req_(\d{1,15})$/.exec(id)
  return match ? Number(match[1]) : undefined
}
