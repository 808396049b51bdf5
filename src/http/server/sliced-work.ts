import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { UnreadAnswers } from './unread-answers.ts'

/** How long other requests may wait for a slice. */
const SLICE_MS = 5

type Job = { response: ServerResponse; socket: Socket; run: () => void; leave: () => void }

/** Long work for answers: one job at a time, and in slices, between which other requests are answered. */
export class SlicedWork {
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
   * Takes all steps of the work when its turn has come and there is room for its answer. Undefined when the
   * client disconnects or closes its side of the connection first, as nearly all do that give up, or the
   * sandbox closes.
   */
  run<Result>(
    response: ServerResponse,
    begin: () => Iterator<unknown, Result>,
  ): Promise<Result | undefined> {
    return new Promise((resolve, reject) => {
      let steps: Iterator<unknown, Result> | undefined
      const run = () => {
        if (!this.#jobs.has(job)) return
        try {
          steps ??= begin()
          const last = takeSteps(steps)
          if (last) this.#end(job, () => resolve(last.value))
          else setImmediate(run)
        } catch (error) {
          this.#end(job, () => reject(error))
        }
      }
      const leave = () => this.#end(job, () => resolve(undefined))
      const { socket } = response.req
      const job: Job = { response, socket, run, leave }
      const isLeft = response.destroyed || socket.readableEnded || this.#closing.aborted
      if (isLeft) return resolve(undefined)
      response.once('close', leave)
      socket.once('end', leave)
      this.#jobs.add(job)
      this.#next()
    })
  }

  #end(job: Job, finish: () => void): void {
    job.response.off('close', job.leave)
    job.socket.off('end', job.leave)
    this.#jobs.delete(job)
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

/** Takes all steps in slices, the first one in the next turn. For work that needs no room and is not given up. */
export function inSlices<Result>(steps: Iterator<unknown, Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const run = () => {
      try {
        const last = takeSteps(steps)
        if (last) resolve(last.value)
        else setImmediate(run)
      } catch (error) {
        reject(error)
      }
    }
    setImmediate(run)
  })
}

/** Takes steps for the time of a slice; returns the last one when it is reached. */
function takeSteps<Result>(
  steps: Iterator<unknown, Result>,
): IteratorReturnResult<Result> | undefined {
  const end = performance.now() + SLICE_MS
  do {
    const step = steps.next()
    if (step.done) return step
  } while (performance.now() < end)
  return undefined
}
