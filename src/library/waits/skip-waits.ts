// Loaded when a test first asks for it, as one file: dist/skip-waits.cjs.
import { Agent } from 'node:http'
import { httpFetchOver } from '../../client/http-fetch.ts'
import type { WaitingAccount } from '../../client/load-skip-waits.ts'
import { FakeTime } from './fake-time.ts'
import { OpenWork } from './open-work.ts'
import { real } from './real.ts'
import type { WaitingTimer } from './timers.ts'

/** A jump takes as long. */
const MIN_JUMP_MS = 3
/** Between attempts to jump. */
const MIN_PAUSE_MS = 1
const MAX_PAUSE_MS = 8
/** From here on somebody wonders why the waits take so long. A slow machine delays jumps, too. */
const MIN_HINDERED_MS = 2_000

let hasWarned = false

/** An account whose clock moves along. */
type Use = {
  account: WaitingAccount
  startMs: number
  fails: Set<(error: unknown) => void>
}

/** Functions at the same time share one time: it jumps when all code of this thread only waits. */
class TimeSkipper {
  readonly #uses = new Map<string, Use>()
  readonly #work = new OpenWork()
  readonly #time = new FakeTime(() => this.#refuse())
  readonly #agent = new Agent({ keepAlive: true })
  readonly #fetch = httpFetchOver(this.#agent)
  /** The timers to whose end the accounts have been moved. */
  readonly #led = new WeakSet<WaitingTimer>()
  #isOver = false

  constructor() {
    // Without jumps everything takes its real time.
    this.#run().catch((error: unknown) => process.emitWarning(String(error)))
  }

  /** @returns what rejects when time cannot go on, and a function that puts everything back */
  add(account: WaitingAccount): { failed: Promise<never>; end: () => void } {
    this.#time.include(account.realm)
    let fail: (error: unknown) => void = () => {}
    const failed = new Promise<never>((_resolve, reject) => (fail = reject))
    failed.catch(() => {}) // nobody may wait for it
    const { key } = account
    const use = this.#uses.get(key) ?? { account, startMs: this.#time.now(), fails: new Set() }
    this.#uses.set(key, use)
    use.fails.add(fail)
    const end = () => {
      use.fails.delete(fail)
      if (use.fails.size === 0) this.#uses.delete(key)
      if (this.#uses.size === 0 && !this.#isOver) this.#close()
    }
    return { failed, end }
  }

  #close(): void {
    this.#isOver = true
    skipping = undefined
    this.#time.close()
    this.#work.close()
    this.#agent.destroy()
  }

  async #run(): Promise<void> {
    let pauseMs = MIN_PAUSE_MS
    let hinderedMs = 0
    while (!this.#isOver) {
      const startMs = real.performanceNow()
      await this.#work.pause(pauseMs)
      const attempt = await this.#tryJump()
      pauseMs = attempt === 'jumped' ? MIN_PAUSE_MS : Math.min(MAX_PAUSE_MS, pauseMs * 2)
      if (attempt === 'jumped') hinderedMs = 0
      if (typeof attempt === 'string') continue
      hinderedMs += real.performanceNow() - startMs
      if (hinderedMs >= MIN_HINDERED_MS) warnOnce(attempt.hindrance)
    }
  }

  async #tryJump(): Promise<'jumped' | 'too early' | { hindrance: string }> {
    const { timers } = this.#time
    if (this.#time.isReplaced) this.#refuseFakes()
    if (!isFar(timers.next)) return 'too early'
    const hindrance = await this.#work.rest()
    if (hindrance !== undefined) return { hindrance }
    this.#refuseFakes()
    const { next } = timers
    if (!isFar(next)) return 'too early'
    await this.#leadAccounts(next)
    // The server and the connection of those requests are done now.
    await this.#work.turn()
    await this.#work.turn()
    // Work that has begun meanwhile comes first.
    if (this.#isOver || this.#work.atWork !== undefined || timers.next !== next) return 'too early'
    this.#time.jumpTo(next.dueMs)
    return 'jumped'
  }

  /** Moves the accounts to the end of a wait before the client gets there. */
  async #leadAccounts(next: WaitingTimer): Promise<void> {
    if (this.#led.has(next)) return
    this.#led.add(next)
    const leading = [...this.#uses.values()].map((use) =>
      this.#lead(use, next).catch((error: unknown) => failAll(use, error)),
    )
    await Promise.all(leading)
  }

  async #lead({ account, startMs }: Use, next: WaitingTimer): Promise<void> {
    const { key } = account
    const added = [...this.#time.timers.waiting].filter(({ accountMs }) => !accountMs.has(key))
    if (added.length > 0) {
      const askedMs = this.#time.now()
      const { nowMs, scale, isFrozen } = await account.readClock(this.#fetch)
      for (const { setMs, dueMs, accountMs } of added) {
        // A clock that stands has not counted what has passed since the wait began. One that runs shows whole
        // milliseconds.
        const leftMs = isFrozen ? dueMs - Math.max(setMs, startMs) : (dueMs - askedMs + 1) * scale
        accountMs.set(key, nowMs + leftMs)
      }
    }
    await account.moveTo(next.accountMs.get(key) ?? 0, this.#fetch)
  }

  #refuseFakes(): void {
    if ([...this.#uses.values()].some(({ account }) => account.areFake())) this.#refuse()
  }

  #refuse(): void {
    for (const use of this.#uses.values()) failAll(use, use.account.toRefusal())
  }
}

let skipping: TimeSkipper | undefined

/**
 * Runs a function, and lets time jump whenever the code of this thread only waits: its timers and Dates, and the
 * clock of the account.
 */
export async function skipWaits<Result>(
  account: WaitingAccount,
  run: () => Result | Promise<Result>,
): Promise<Result> {
  skipping ??= new TimeSkipper()
  const { failed, end } = skipping.add(account)
  const runHere = async () => run()
  try {
    const running = runHere()
    // Fakes that were refused also make the function fail, with a message of theirs.
    const result = await Promise.race([failed, running])
    if (account.areFake()) throw account.toRefusal()
    return result
  } finally {
    end()
  }
}

/**
 * Does the same until the function that it returns is called; that one rejects if time could not go on.
 */
export function startSkipping(account: WaitingAccount): () => Promise<void> {
  skipping ??= new TimeSkipper()
  const { failed, end } = skipping.add(account)
  return () => {
    end()
    return Promise.race([failed, Promise.resolve()])
  }
}

/** Shorter waits take real time. */
function isFar(timer: WaitingTimer | undefined): timer is WaitingTimer {
  return timer !== undefined && timer.realDueMs - real.performanceNow() >= MIN_JUMP_MS
}

function failAll({ fails }: Use, error: unknown): void {
  for (const fail of fails) fail(error)
}

/** Once in a process: the other waits take real time for the same reason. */
function warnOnce(hindrance: string): void {
  if (hasWarned) return
  hasWarned = true
  process.emitWarning(`clock.skipWaits: waits take real time, since ${hindrance}`)
}
