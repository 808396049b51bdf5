import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { areBalanced, areStill } from './balance.ts'
import type { MachineClock } from './machine-clock.ts'
import type { ThreadView } from './messages.ts'
import { toEnd } from './process/connections.ts'
import { real } from './process/real.ts'

/** The threads of all clients that share a clock. */
export interface ClientThreads {
  /** Changes whenever a thread comes or goes. */
  readonly version: number
  readonly isEmpty: boolean
  /** Asks every thread, and waits until all have answered. Undefined if one came or went meanwhile. */
  look(): Promise<ThreadView[] | undefined>
  /** Is every process and thread known that the clients have started? */
  areAllKnown(views: readonly ThreadView[]): boolean
  /** Moves all threads to another time. */
  travelTo(skewMs: number): void
}

/** Something that waits for a time of the account. */
type Wait = { dueMs: number; act: () => void; timer: NodeJS.Timeout | undefined }

/** Shorter waits take real time: a jump takes as long. */
const MIN_JUMP_MS = 3
const MAX_PAUSE_MS = 8

/**
 * The machine's clock, except that it jumps whenever the sandbox and all its clients only wait. It jumps to the
 * first time that one of them waits for, so between two jumps time passes as everywhere.
 */
export class VirtualTime implements MachineClock {
  readonly #threads: ClientThreads
  readonly #sockets = new Set<Socket>()
  readonly #open = new Set<ServerResponse>()
  readonly #waits = new Set<Wait>()
  #skewMs = 0
  #isClosed = false

  constructor(threads: ClientThreads) {
    this.#threads = threads
    void this.#run()
  }

  now(): number {
    return real.now() + this.#skewMs
  }

  after(ms: number, act: () => void): () => void {
    const wait: Wait = { dueMs: this.now() + ms, act, timer: undefined }
    this.#waits.add(wait)
    this.#arm(wait)
    return () => {
      real.clearTimeout(wait.timer)
      this.#waits.delete(wait)
    }
  }

  watch(server: Server): void {
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
    })
    server.on('request', (_request: IncomingMessage, response: ServerResponse) => {
      this.#open.add(response)
      response.once('close', () => this.#open.delete(response))
    })
  }

  /** Ends the jumps; from now on the clock goes like the machine's. */
  close(): void {
    this.#isClosed = true
  }

  async #run(): Promise<void> {
    for (let pauseMs = 1; !this.#isClosed;) {
      const hasJumped = await this.#tryJump()
      pauseMs = hasJumped ? 1 : Math.min(MAX_PAUSE_MS, pauseMs * 2)
      if (!hasJumped) await pause(pauseMs)
    }
  }

  async #tryJump(): Promise<boolean> {
    const { version, isEmpty } = this.#threads
    if (isEmpty || this.#isAnswering) return false
    const first = await this.#threads.look()
    if (!first?.every(({ isIdle }) => isIdle)) return false
    const second = await this.#threads.look()
    if (!second || !areStill(first, second)) return false
    // What a thread sent before its answer has arrived by now; the sandbox reads it in these turns.
    await turn()
    await turn()
    if (this.#isClosed || this.#threads.version !== version || this.#isAnswering) return false
    const ends = [...this.#sockets].flatMap(toEnd).map((end) => ({ ...end, isReading: true }))
    if (!areBalanced([...ends, ...second.flatMap(({ connections }) => connections)])) return false
    if (!this.#threads.areAllKnown(second)) return false
    return this.#jump(second)
  }

  /** Is there a call that waits for nothing but the sandbox? */
  get #isAnswering(): boolean {
    let calls = 0
    for (const { req } of this.#open) if (!req.socket.destroyed) calls += 1
    return calls > this.#waits.size
  }

  #jump(views: readonly ThreadView[]): boolean {
    const times = [
      ...views.flatMap(({ nextMs }) => nextMs ?? []),
      ...[...this.#waits].map(({ dueMs }) => dueMs - this.#skewMs),
    ]
    // Clocks count whole milliseconds from different moments, so one more is past the time on all of them.
    const ms = Math.min(...times) - real.now() + 1
    if (ms < MIN_JUMP_MS || ms === Infinity) return false
    this.#skewMs += ms
    this.#threads.travelTo(this.#skewMs)
    const waits = [...this.#waits].toSorted((a, b) => a.dueMs - b.dueMs)
    for (const wait of waits) this.#arm(wait)
    return true
  }

  #arm(wait: Wait): void {
    real.clearTimeout(wait.timer)
    if (wait.dueMs === Infinity) return
    wait.timer = real.setTimeout(
      () => {
        this.#waits.delete(wait)
        wait.act()
      },
      Math.max(0, wait.dueMs - this.now()),
    )
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => real.setImmediate(resolve))
}

/** Does not keep the process alive. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => void real.setTimeout(resolve, ms).unref())
}
