import { inputBounds } from '../../contract/values/bounds.ts'
import { mustBe } from '../../contract/values/invalid-choice.ts'
import { contain } from '../../contain.ts'
import type { Journal } from '../../core/record/journal.ts'
import type { Entry } from '../../core/record/entry.ts'
import { ActionError } from '../../contract/control/action-error.ts'
import { readDuration } from '../../contract/values/to-ms.ts'
import { toEntryId } from '../../core/views/account-view.ts'
import { composeEntries } from './compose-entries.ts'
import { integerOf } from './query.ts'
import { filterNames, MAX_ENTRIES, readFilter, select, type Filter } from './requests.ts'
import { closingAnswer, errorAnswer, type Answer, type Context } from './route.ts'

/** The query parameters of `requests/wait`. */
export const waitNames = [...filterNames, 'count', 'timeout']
const MAX_WAIT_MS = inputBounds.waitMs.max

/** Answers as soon as the journal has `count` matching calls, or with 408 after `timeout` of real time. */
export function waitForEntries({
  sandbox,
  account,
  query,
  response,
  parts,
}: Context): Answer | Promise<Answer> {
  const { unread, waiters } = parts
  const filter = readFilter(query)
  const count = integerOf(query, 'count', 1, MAX_ENTRIES) ?? 1
  const timeoutMs = timeoutOf(query)
  if (waiters.isFull) {
    const message = 'Too many requests are waiting already; retry when some have ended.'
    return errorAnswer(503, message)
  }
  const matches = new Matches(account.journal, filter)
  return new Promise((resolve, reject) => {
    const finishIfFound = () => {
      const found = matches.found()
      if (found.length < count) return
      stopWaiting()
      const compose = () => resolve({ pieces: ['{"requests":', ...composeEntries(found), '}'] })
      unread.whenRoom(response, orFail(compose))
    }
    const finish = (answer: Answer) => {
      stopWaiting()
      resolve(answer)
    }
    const stopTimer = parts.clock.after(
      timeoutMs,
      orFail(() => {
        const { length } = matches.found()
        const received = `Received ${length} of ${count} matching calls within ${timeoutMs / 1_000} s.`
        finish(errorAnswer(408, `${received}${toldOthers(account.journal, filter)}`))
      }),
    )
    const stopListening = sandbox.listen((entry, caller) => {
      orFail(() => {
        // Rolling back a change that could not be stored replaces the account object but keeps its journal.
        if (caller.journal !== account.journal) return
        matches.add(entry)
        finishIfFound()
      })()
    })
    const leave = waiters.add(() => finish(closingAnswer))
    const stopWaiting = () => {
      stopTimer()
      stopListening()
      leave()
    }
    /** An error ends this wait only, not those of other clients. */
    function orFail(run: () => void): () => void {
      return contain((error) => {
        stopWaiting()
        reject(error)
      }, run)
    }
    response.on('close', () => finish({}))
    finishIfFound()
  })
}

/** The matching entries of a journal, updated as calls arrive, so that no entry is tested twice. */
class Matches {
  readonly #journal: Journal
  readonly #filter: Filter
  #entries: Entry[]
  #next: number

  constructor(journal: Journal, filter: Filter) {
    this.#journal = journal
    this.#filter = filter
    this.#entries = journal.entries().filter(filter.matches)
    this.#next = journal.next
  }

  add(entry: Entry): void {
    if (entry.number < this.#next) {
      // Its response was replaced after a failed write, so it may match differently now.
      this.#entries = this.#journal.entries().filter(this.#filter.matches)
    } else if (this.#filter.matches(entry)) this.#entries.push(entry)
    this.#next = this.#journal.next
  }

  /** The matches that the journal still holds, up to the filter's limit. */
  found(): Entry[] {
    const { oldest } = this.#journal
    const dropped = this.#entries.findIndex(({ number }) => number >= oldest)
    this.#entries.splice(0, dropped < 0 ? this.#entries.length : dropped)
    return select(this.#entries, this.#filter)
  }
}

/** How many of the calls that do not match a message names. */
const MAX_OTHERS = 3

/** The last calls that came and do not match, each with what is not as wanted. */
function toldOthers(journal: Journal, { mismatch }: Filter): string {
  const others: string[] = []
  for (const entry of journal.entries().toReversed()) {
    const why = mismatch(entry)
    if (why !== undefined) others.unshift(`${toEntryId(entry.number)}, whose ${why}`)
    if (others.length === MAX_OTHERS) break
  }
  return others.length === 0 ? '' : ` Others came: ${others.join('; ')}.`
}

function timeoutOf(query: URLSearchParams): number {
  const input = query.get('timeout')
  if (input === null) return 5_000
  const ms = readDuration(input)
  if (ms >= 0 && ms <= MAX_WAIT_MS) return ms
  const expected = 'a duration of at most 10m, such as 5s'
  throw new ActionError(400, `timeout ${mustBe(expected, input)}`, 'timeout')
}
