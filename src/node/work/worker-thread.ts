import { extname } from 'node:path'
import { getHeapStatistics } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { ActionError } from '../../contract/control/action-error.ts'
import { inTurns } from '../../control/work/in-turns.ts'
import type { Assignment, JobName, JobResult, Work } from '../../control/work/work.ts'
import type { Bytes } from '../../text/bytes.ts'
import type { Order, Outcome } from './messages.ts'
import { clearTimeout, setImmediate, setTimeout } from '../real-timers.ts'

/** The time for which an unused thread is kept, because the next question often follows soon. */
const IDLE_MS = 10_000

/** The memory that a job with more text has taken is given back at once. */
const LARGE_CHARACTERS = 2_000_000

/** Never rejects. */
type Turn = () => Promise<void>

/** Somebody who reads waits for it; or it comes after all of those. */
type Urgency = 'now' | 'later'

/**
 * The one thread that does derived work for all sandboxes of this process, a job at a time. It is started at
 * the first job, and ended when its asker leaves or when it fails; it keeps no process alive.
 */
export class WorkerThread implements Work {
  readonly #heapMiB: number
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined
  /** The jobs whose turn has not come. */
  readonly #waiting = { now: new Set<Turn>(), later: new Set<Turn>() }
  #isBusy = false
  /** Settles when the thread before is gone: two at once would take twice the memory. */
  #gone: Promise<unknown> = Promise.resolve()

  /** `maxBytes` limits its heap: by default to what that of this process may have. */
  constructor(maxBytes: number = getHeapStatistics().heap_size_limit) {
    this.#heapMiB = Math.floor(maxBytes / 1_048_576)
  }

  /**
   * Does a job when its turn has come: it is assigned then, and its pieces are taken in turns of the event loop.
   * A job whose signal is aborted before is never assigned.
   * @throws ActionError, also 413 when the job needs too much memory; the reason of the signal when it is aborted.
   */
  run<Name extends JobName>(
    assign: () => Assignment<Name>,
    left: AbortSignal,
    urgency: Urgency = 'now',
  ): Promise<JobResult<Name>> {
    const queue = this.#waiting[urgency]
    return new Promise((resolve, reject) => {
      const leave = () => {
        queue.delete(turn)
        reject(left.reason as Error)
      }
      const turn = async () => {
        try {
          resolve(await this.#do(assign(), left))
        } catch (error) {
          reject(error)
        } finally {
          left.removeEventListener('abort', leave)
        }
      }
      if (left.aborted) return leave()
      left.addEventListener('abort', leave, { once: true })
      queue.add(turn)
      void this.#takeTurns()
    })
  }

  async #takeTurns(): Promise<void> {
    if (this.#isBusy) return
    this.#isBusy = true
    for (let turn = this.#next(); turn; turn = this.#next()) {
      await turn()
      await this.#gone
    }
    this.#isBusy = false
  }

  #next(): Turn | undefined {
    const { now, later } = this.#waiting
    const queue = now.size > 0 ? now : later
    const [turn] = queue
    if (turn) queue.delete(turn)
    return turn
  }

  async #do<Name extends JobName>(
    { name, options, pieces }: Assignment<Name>,
    left: AbortSignal,
  ): Promise<JobResult<Name>> {
    left.throwIfAborted()
    clearTimeout(this.#idle)
    const worker = (this.#worker ??= startWorker(this.#heapMiB))
    const done = new AbortController()
    const until = AbortSignal.any([left, done.signal])
    let isReusable = false
    try {
      const outcome = outcomeOf(worker, until)
      const sent = await Promise.race([
        inTurns(sendAll(worker, pieces), setImmediate, until),
        outcome,
      ])
      worker.postMessage({ name, options } satisfies Order, [])
      const ended = await outcome
      isReusable = typeof sent === 'number' && sent <= LARGE_CHARACTERS
      if ('result' in ended) return ended.result as JobResult<Name>
      const { status, message, field, reason } = ended.refused
      throw new ActionError(status, message, field, reason)
    } catch (error) {
      throw isOutOfMemory(error) ? tooMuchMemory(this.#heapMiB) : error
    } finally {
      done.abort()
      if (isReusable) this.#idle = setTimeout(() => this.#end(worker), IDLE_MS).unref()
      else this.#end(worker) // it may still work, or keep much memory
    }
  }

  #end(worker: Worker): void {
    if (this.#worker === worker) this.#worker = undefined
    this.#gone = worker.terminate()
  }
}

function startWorker(heapMiB: number): Worker {
  // The file beside this one is TypeScript, compiled, or bundled, as this one is.
  const file = new URL(`./worker${extname(import.meta.url)}`, import.meta.url)
  const worker = new Worker(file, {
    resourceLimits: { maxOldGenerationSizeMb: heapMiB },
  })
  worker.unref()
  // It does not work for a client in this thread whose waits are skipped.
  Object.assign(worker, { [Symbol.for('alias-sandbox.worker')]: true })
  // Without a listener, an error would end the process even when nobody waits for the thread any more.
  return worker.on('error', () => {})
}

/** The least text of a message: each costs as much as copying this. */
const MESSAGE_CHARACTERS = 64 * 1_024

/** Returns how much text it was, in characters or bytes. */
function* sendAll(worker: Worker, pieces: Iterable<string | Bytes>): Generator<undefined, number> {
  let text = ''
  let length = 0
  const send = () => {
    worker.postMessage({ text } satisfies Order, [])
    text = ''
  }
  for (const piece of pieces) {
    length += piece.length
    if (typeof piece === 'string') text += piece
    else {
      send()
      worker.postMessage({ text: piece } satisfies Order, [piece.buffer])
    }
    if (text.length >= MESSAGE_CHARACTERS) send()
    yield
  }
  send()
  return length
}

/** Waits for the outcome of the job. @throws what ends the thread, the reason of the signal when it is aborted. */
function outcomeOf(worker: Worker, until: AbortSignal): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const exit = () => reject(new Error('The worker thread has ended.'))
    worker.once('message', resolve).once('error', reject).once('exit', exit)
    const stop = () => {
      worker.off('message', resolve).off('error', reject).off('exit', exit)
      reject(until.reason)
    }
    until.addEventListener('abort', stop, { once: true })
  })
}

function isOutOfMemory(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | null)?.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

function tooMuchMemory(heapMiB: number): ActionError {
  const message = `this needs more than the ${heapMiB} MiB of memory that a worker thread may take`
  return new ActionError(413, message)
}
