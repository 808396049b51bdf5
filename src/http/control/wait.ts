import { inputBounds } from '../../contract/values/bounds.ts'
import { mustBe } from '../../contract/values/invalid-choice.ts'
import { contain } from '../../contain.ts'
import type { Journal } from '../../core/record/journal.ts'
import type { Entry } from '../../core/record/entry.ts'
import { ActionError } from '../../contract/control/action-error.ts'
import { readDuration } from '../../contract/values/to-ms.ts'
import { toEntryId } from '../../core/views/account-view.ts'
import { composeEntries } from './compose-entries.ts'
import { readFilter, select, type Filter } from './requests.ts'
import { closingAnswer, errorAnswer, type Answer, type Context } from './route.ts'

const MAX_WAIT_MS = inputBounds.waitMs.max

type WaitContext = Context<'GET requests/wait'>
type WaitAnswer = Answer<never>

/** Answers as soon as the journal has `count` matching calls, or with 408 after `timeout` of real time. */
export function waitForEntries(context: WaitContext): WaitAnswer | Promise<WaitAnswer> {
  const { query, parts } = context
  const filter = readFilter(query)
  const count = query.read('count')
  const timeoutMs = timeoutOf(query.read('timeout'))
  if (parts.waiters.isFull) {
    const message = 'Too many requests are waiting already; retry when some have ended.'
    return errorAnswer(503, message)
  }
  return new Promise((resolve, reject) => {
    new Wait(context, { filter, count, timeoutMs }, { resolve, reject }).start()
  })
}

type Asked = { filter: Filter; count: number; timeoutMs: number }
type Settle = { resolve: (answer: WaitAnswer) => void; reject: (error: unknown) => void }

/** A request that waits for calls. */
class Wait {
  readonly #context: WaitContext
  readonly #asked: Asked
  readonly #settle: Settle
  readonly #matches: Matches
  #stops: readonly (() => void)[] = []

  constructor(context: WaitContext, asked: Asked, settle: Settle) {
    this.#context = context
    this.#asked = asked
    this.#settle = settle
    this.#matches = new Matches(context.account.journal, asked.filter)
  }

  start(): void {
    const { sandbox, account, parts, response } = this.#context
    const expire = this.#orFail(() => this.#expire())
    this.#stops = [
      parts.clock.after(this.#asked.timeoutMs, expire),
      sandbox.listen((entry, caller) => {
        this.#orFail(() => {
          // Rolling back a change that could not be stored replaces the account object but keeps its journal.
          if (caller.journal !== account.journal) return
          this.#matches.add(entry)
          this.#finishIfFound()
        })()
      }),
      parts.waiters.add(() => this.#finish(closingAnswer)),
    ]
    response.on('close', () => this.#finish({}))
    this.#finishIfFound()
  }

  #finishIfFound(): void {
    const found = this.#matches.found()
    if (found.length < this.#asked.count) return
    this.#stop()
    const { parts, response } = this.#context
    const compose = () => {
      this.#settle.resolve({ pieces: ['{"requests":', ...composeEntries(found), '}'] })
    }
    parts.unread.whenRoom(response, this.#orFail(compose))
  }

  #expire(): void {
    const { filter, count, timeoutMs } = this.#asked
    const { length } = this.#matches.found()
    const seconds = timeoutMs / 1_000
    const received = `Received ${length} of ${count} matching calls within ${seconds} s.`
    const others = toldOthers(this.#context.account.journal, filter)
    this.#finish(errorAnswer(408, `${received}${others}`))
  }

  #finish(answer: WaitAnswer): void {
    this.#stop()
    this.#settle.resolve(answer)
  }

  #stop(): void {
    for (const stop of this.#stops) stop()
  }

  /** An error ends this wait only, not those of other clients. */
  #orFail(run: () => void): () => void {
    return contain((error) => {
      this.#stop()
      this.#settle.reject(error)
    }, run)
  }
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
  return others.length === 0 ? '' : ` Other calls came: ${others.join('; ')}.`
}

/** In milliseconds. @throws ActionError 400 */
export function timeoutOf(input: string): number {
  const ms = readDuration(input)
  if (ms >= 0 && ms <= MAX_WAIT_MS) return ms
  const expected = 'a duration of at most 10m, such as 5s'
  throw new ActionError(400, `timeout ${mustBe(expected, input)}`, 'timeout')
}
