import { ChildProcess } from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'
import type { Worker } from 'node:worker_threads'
import type { ThreadView } from '../messages.ts'
import { replaceClocks, replaceDateOf } from './clocks.ts'
import { Connections } from './connections.ts'
import { Datagrams } from './datagrams.ts'
import { HiddenWork } from './hidden-work.ts'
import { real, type Skew } from './real.ts'
import { Replacements } from './replacements.ts'
import type { Scope } from './scope.ts'
import { replaceTimers, replaceTimersOf } from './timer-functions.ts'
import { Timers } from './timers.ts'
import { markThread, unmarkThread } from './travelling-thread.ts'

/** What only Node itself uses, and test tools. */
type NodeProcess = {
  _getActiveRequests?: () => unknown[]
  _getActiveHandles?: () => unknown[]
}

/** One thread of the client, put on the account's clock. */
export class Thread {
  #skewMs: number
  /** Of the code that asks. */
  readonly #skew: Skew
  readonly #replacements = new Replacements()
  readonly #timers: Timers
  readonly #connections = new Connections()
  readonly #datagrams = new Datagrams()
  readonly #hiddenWork = new HiddenWork()
  readonly #threads = new Set<Worker>()

  /** With `scope`, only the code inside is on that clock, and sandboxes of this thread are not. */
  constructor(skewMs: number, scope?: Scope) {
    const isInside = () => scope?.isInside ?? true
    const skewOfCaller = () => (isInside() ? this.#skewMs : 0)
    this.#skewMs = skewMs
    this.#skew = Object.defineProperty({ ms: 0 }, 'ms', { get: skewOfCaller })
    this.#timers = new Timers(isInside)
    scope?.replace(this.#replacements)
    replaceTimers(this.#replacements, this.#timers)
    replaceClocks(this.#replacements, this.#skew)
    this.#connections.replace(this.#replacements, this.#timers)
    this.#datagrams.replace(this.#replacements)
    this.#hiddenWork.replace(this.#replacements)
    syncBuiltinESMExports()
    process.on('worker', this.#addThread)
    markThread(() => (scope ? skewOfCaller() : 0))
  }

  /** Puts a context of `node:vm` that was made before on the clock too. */
  include(realm: typeof globalThis): void {
    replaceTimersOf(realm, this.#replacements)
    replaceDateOf(realm, this.#replacements, this.#skew)
  }

  /**
   * Describes the thread. Call it in a callback of setImmediate, when a turn of the event loop is over.
   * @param questions the number of events that were questions for this
   */
  look(questions: number): ThreadView {
    const { _getActiveRequests: requests, _getActiveHandles: handles } = process as NodeProcess
    const { nextMs, hasChanged } = this.#timers.look()
    const isIdle =
      requests?.call(process).length === 0 &&
      !process.getActiveResourcesInfo().includes('Immediate') &&
      !this.#hiddenWork.isRunning &&
      !this.#datagrams.areAwaited()
    return {
      isIdle,
      nextMs: nextMs === undefined ? undefined : Math.ceil(real.now() + nextMs),
      hasChanged,
      events: eventsOfLoop() - questions,
      connections: this.#connections.look(),
      children: (handles?.call(process) ?? []).flatMap((handle) =>
        handle instanceof ChildProcess && handle.pid !== undefined ? [handle.pid] : [],
      ),
      threads: [...this.#threads].map(({ threadId }) => threadId).filter((id) => id >= 0),
    }
  }

  /** Moves this thread to another time. */
  travelTo(skewMs: number): void {
    const ms = skewMs - this.#skewMs
    this.#skewMs = skewMs
    if (ms > 0) this.#timers.advance(ms)
  }

  /** Puts back what was replaced. The timers that wait keep their time. */
  remove(): void {
    this.#skewMs = 0
    unmarkThread()
    process.off('worker', this.#addThread)
    this.#replacements.undo()
    syncBuiltinESMExports()
  }

  readonly #addThread = (worker: Worker): void => {
    for (const known of this.#threads) if (known.threadId < 0) this.#threads.delete(known)
    this.#threads.add(worker)
  }
}

/** How many events the loop of this thread has handled; NaN, which equals nothing, where Node does not say. */
function eventsOfLoop(): number {
  const { uvMetricsInfo } = real.performance.nodeTiming as { uvMetricsInfo?: { events: number } }
  return uvMetricsInfo?.events ?? Number.NaN
}
