import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { areBalanced, areStill } from './balance.ts'
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
  /**
   * Is every process and thread known that the clients have started, and do those threads only wait that run no
   * JavaScript?
   */
  areAllKnown(views: readonly ThreadView[]): boolean
  /** Moves all threads to another time; whoever takes a while for it keeps the next jump waiting. */
  travelTo(skewMs: number): void | Promise<void>
}

/** Something that waits for a time of the account. */
type Wait = {
  dueMs: number
  act: () => void
  timer: NodeJS.Timeout | undefined
  /** A delayed answer, or the time limit of a run? */
  kind: 'answer' | 'limit'
}

/** What an attempt to jump has shown: `hindered` if it is not known that the client only waits. */
type Attempt = 'jumped' | 'too early' | 'hindered'

/** Shorter waits take real time: a jump takes as long. */
const MIN_JUMP_MS = 3
/** Between attempts to jump. */
const MIN_PAUSE_MS = 1
const MAX_PAUSE_MS = 8
const MIN_STUCK = 30
/** A thread that computes does not answer; then no more of an attempt counts as hindered. */
const MAX_ATTEMPT_MS = 200

/**
 * The machine's clock, except that it jumps whenever the sandbox and all its clients only wait. It jumps to the
 * first time that one of them waits for, so between two jumps time passes as everywhere.
 */
export class VirtualTime {
  readonly #threads: ClientThreads
  readonly #sockets = new Set<Socket>()
  readonly #open = new Set<ServerResponse>()
  readonly #waits = new Set<Wait>()
  #skewMs = 0
  #isClosed = false
  /** How often in a row all clients only waited, and for nothing that time brings. */
  #stuckFor = 0
  #hinderedMs = 0

  constructor(threads: ClientThreads) {
    this.#threads = threads
    // Without jumps everything takes its real time.
    this.#run().catch((error: unknown) => process.emitWarning(String(error)))
  }

  now(): number {
    return real.now() + this.#skewMs
  }

  /**
   * For how long, in milliseconds of real time, no jump was possible although no thread computed: somebody
   * unknown may have been at work, or a thread did not rest. What the client waited for took real time then.
   */
  get hinderedMs(): number {
    return this.#hinderedMs
  }

  after(ms: number, act: () => void): () => void {
    return this.#wait('answer', ms, act)
  }

  /**
   * Calls `act` when a run has taken `ms` of the account's time, unless the returned function is called first.
   * A client that waits for nothing more reaches its limit at once.
   */
  limit(ms: number, act: () => void): () => void {
    return this.#wait('limit', ms, act)
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

  /** Ends the jumps and drops the limits; from now on the clock goes like the machine's. */
  close(): void {
    this.#isClosed = true
    for (const { timer } of this.#waitsOf('limit')) real.clearTimeout(timer)
  }

  async #run(): Promise<void> {
    for (let pauseMs = MIN_PAUSE_MS; !this.#isClosed;) {
      const startMs = real.now()
      const attempt = await this.#tryJump()
      const hasJumped = attempt === 'jumped'
      const attemptMs = Math.min(MAX_ATTEMPT_MS, real.now() - startMs)
      if (!hasJumped) await pause(pauseMs)
      if (attempt === 'hindered') this.#hinderedMs += attemptMs + pauseMs
      pauseMs = hasJumped ? MIN_PAUSE_MS : Math.min(MAX_PAUSE_MS, pauseMs * 2)
    }
  }

  async #tryJump(): Promise<Attempt> {
    const { version, isEmpty } = this.#threads
    if (isEmpty) return version === 0 ? 'too early' : 'hindered'
    if (this.#isAnswering) return 'too early'
    const first = await this.#threads.look()
    if (!first) return 'too early'
    if (!first.every(({ isIdle }) => isIdle) || !this.#threads.areAllKnown(first)) return 'hindered'
    // Nothing has happened in any of them since: so at one moment in between all of them only waited.
    const second = await this.#threads.look()
    if (!second) return 'too early'
    if (!areStill(first, second)) return 'hindered'
    // What a thread sent before its answer has arrived by now; the sandbox reads it in these turns.
    await turn()
    await turn()
    if (this.#isClosed || this.#threads.version !== version || this.#isAnswering) return 'too early'
    const ends = [...this.#sockets].flatMap(toEnd).map((end) => ({ ...end, isReading: true }))
    if (!areBalanced([...ends, ...second.flatMap(({ connections }) => connections)])) {
      return 'hindered'
    }
    return this.#jump(second)
  }

  /** Is there a call that waits for nothing but the sandbox? */
  get #isAnswering(): boolean {
    let calls = 0
    for (const { req } of this.#open) if (!req.socket.destroyed) calls += 1
    return calls > this.#waitsOf('answer').length
  }

  async #jump(views: readonly ThreadView[]): Promise<Attempt> {
    const dueMs = (kind: Wait['kind']) =>
      this.#waitsOf(kind).map((wait) => wait.dueMs - this.#skewMs)
    const times = [...views.flatMap(({ nextMs }) => nextMs ?? []), ...dueMs('answer')]
    // Something that nobody knows of may still wake a client that waits for nothing.
    const isStuck = Math.min(...times) === Infinity
    this.#stuckFor = isStuck ? this.#stuckFor + 1 : 0
    if (this.#stuckFor >= MIN_STUCK) times.push(...dueMs('limit'))
    // Clocks count whole milliseconds from different moments, so one more is past the time on all of them.
    const ms = Math.min(...times) - real.now() + 1
    if (ms === Infinity) return 'too early'
    if (ms < MIN_JUMP_MS) return 'hindered'
    this.#skewMs += ms
    const travelled = this.#threads.travelTo(this.#skewMs)
    const waits = [...this.#waits].toSorted((a, b) => a.dueMs - b.dueMs)
    for (const wait of waits) this.#arm(wait)
    await travelled
    return 'jumped'
  }

  #waitsOf(kind: Wait['kind']): Wait[] {
    return [...this.#waits].filter((wait) => wait.kind === kind)
  }

  #wait(kind: Wait['kind'], ms: number, act: () => void): () => void {
    const wait: Wait = { dueMs: this.now() + ms, act, timer: undefined, kind }
    this.#waits.add(wait)
    this.#arm(wait)
    return () => {
      real.clearTimeout(wait.timer)
      this.#waits.delete(wait)
    }
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
