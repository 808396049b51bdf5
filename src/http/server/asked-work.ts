import type { ServerResponse } from 'node:http'
import type { UnreadAnswers } from './unread-answers.ts'
import { hasLeft, whenLeft } from './when-left.ts'
import { setImmediate } from '../../real-timers.ts'

type Job = {
  response: ServerResponse
  run: () => void
  leave: () => void
  stopWatching: () => void
}

/** Work for answers that takes long: one job at a time, for as long as somebody asks for it. */
export class AskedWork {
  readonly #unread: UnreadAnswers
  readonly #closing: AbortSignal
  readonly #jobs = new Set<Job>()
  #current: Job | undefined

  constructor(unread: UnreadAnswers, closing: AbortSignal) {
    this.#unread = unread
    this.#closing = closing
    closing.addEventListener('abort', () => this.#jobs.forEach(({ leave }) => leave()), {
      once: true,
    })
  }

  /**
   * Begins the work when its turn has come and there is room for its answer. Undefined when the client
   * disconnects or closes its side of the connection first, as nearly all do that give up, or the sandbox
   * closes: then the signal is aborted, and what still comes of the work is dropped.
   */
  run<Result>(
    response: ServerResponse,
    begin: (left: AbortSignal) => Promise<Result>,
  ): Promise<Result | undefined> {
    return new Promise((resolve, reject) => {
      const left = new AbortController()
      const run = () => {
        if (!this.#jobs.has(job)) return
        begin(left.signal).then(
          (result) => this.#end(job, () => resolve(result)),
          (error: unknown) => this.#end(job, () => reject(error)),
        )
      }
      const leave = () =>
        this.#end(job, () => {
          left.abort()
          resolve(undefined)
        })
      if (hasLeft(response) || this.#closing.aborted) return resolve(undefined)
      const job: Job = { response, run, leave, stopWatching: whenLeft(response, leave) }
      this.#jobs.add(job)
      this.#next()
    })
  }

  #end(job: Job, finish: () => void): void {
    if (!this.#jobs.delete(job)) return
    job.stopWatching()
    finish()
    if (this.#current !== job) return
    this.#current = undefined
    // After the answer was sent, so that it counts when the next one asks for room.
    setImmediate(() => this.#next())
  }

  #next(): void {
    if (this.#current !== undefined) return
    const [next] = this.#jobs
    this.#current = next
    if (next) this.#unread.whenRoom(next.response, next.run)
  }
}
