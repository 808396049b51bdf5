// Loaded when a test first asks for it, as one file: dist/skip-waits.cjs.
import { Agent } from 'node:http'
import { httpFetchOver } from '../../http-fetch.ts'
import type { WaitingAccount } from '../../load-skip-waits.ts'
import { onlyThread } from './install.ts'
import type { ThreadView } from './messages.ts'
import { FunctionScope, runOutside, wholeThread, type Scope } from './process/scope.ts'
import { Thread } from './process/thread.ts'
import { isThreadMarked } from './process/travelling-thread.ts'
import { VirtualTime, type ClientThreads } from './virtual-time.ts'

/** From here on somebody wonders why the waits take so long. A slow machine delays jumps, too. */
const MIN_HINDERED_MS = 2_000

let hasWarned = false

type Use = WaitingAccount & { lastMs: number; fail: (error: unknown) => void }

/** Uses at the same time share one time: it jumps when the code of all of them only waits. */
class Journey<In extends Scope> {
  readonly #uses = new Set<Use>()
  readonly #thread: Thread
  readonly #clock: VirtualTime
  readonly scope: In
  readonly #agent = new Agent({ keepAlive: true })
  readonly #fetch = httpFetchOver(this.#agent)
  #skewMs = 0

  constructor(toScope: (onSend: () => void) => In) {
    this.scope = toScope(() => this.#refuseFakes())
    this.#thread = new Thread(0, this.scope)
    this.#clock = new VirtualTime(this.#leading(onlyThread(this.#thread)))
  }

  /** @returns what rejects when time cannot go on, and a function that puts everything back */
  add(account: WaitingAccount): { failed: Promise<never>; end: () => void } {
    this.#thread.include(account.realm)
    let fail: (error: unknown) => void = () => {}
    const failed = new Promise<never>((_resolve, reject) => (fail = reject))
    failed.catch(() => {}) // nobody may wait for it
    const use: Use = { ...account, lastMs: this.#clock.now(), fail }
    this.#uses.add(use)
    return { failed, end: () => this.#remove(use) }
  }

  #remove(use: Use): void {
    this.#uses.delete(use)
    if (this.#uses.size > 0 || journey !== this) return
    journey = undefined
    this.#clock.close()
    this.#thread.remove()
    this.#agent.destroy()
  }

  /** The thread, whose jumps the accounts make first. */
  #leading(threads: ClientThreads): ClientThreads {
    return {
      ...threads,
      look: async () => {
        this.#refuseFakes()
        const looked = await threads.look()
        const views = looked?.map((view) => this.#withoutSandboxes(view))
        if (this.#clock.hinderedMs >= MIN_HINDERED_MS && !hasWarned) warnOf(views?.[0])
        return views
      },
      travelTo: async (skewMs) => {
        const jumpMs = skewMs - this.#skewMs
        this.#skewMs = skewMs
        await Promise.all([...this.#uses].map((use) => this.#lead(use, jumpMs)))
        await threads.travelTo(skewMs)
      },
    }
  }

  async #lead(use: Use, jumpMs: number): Promise<void> {
    const nowMs = this.#clock.now()
    const passedMs = nowMs - use.lastMs
    use.lastMs = nowMs
    await use.follow({ jumpMs, passedMs }, this.#fetch).catch(use.fail)
  }

  #refuseFakes(): void {
    for (const use of this.#uses) {
      try {
        use.refuseFakes()
      } catch (error) {
        use.fail(error)
      }
    }
  }

  /**
   * A call to a sandbox is answered in its own time, also by one of this thread: it forbids the jump, as one to
   * somebody unknown does. Calls that only watch the client do not.
   */
  #withoutSandboxes(view: ThreadView): ThreadView {
    const watching = new Map([...this.#uses].map((use) => [portOf(use.url), use.watching()]))
    const connections = view.connections.filter(({ here, there, isHeld, hasEnded }) => {
      if (watching.has(portIn(here))) return false
      const port = portIn(there)
      const count = watching.get(port) ?? 0
      if (count === 0 || !isHeld || hasEnded) return true
      watching.set(port, count - 1)
      return false
    })
    return { ...view, connections }
  }
}

let journey: Journey<Scope> | undefined

/**
 * Runs a function on whose timers and clocks time jumps while it only waits, and the clock of the account with
 * it. Where time jumps already, for `explore` or `exec --skip-waits`, that is left to them.
 */
export async function skipWaits<Result>(
  account: WaitingAccount,
  run: () => Result | Promise<Result>,
): Promise<Result> {
  if (isThreadMarked() && journey === undefined) return run()
  account.refuseFakes()
  const current = (journey ??= runOutside(() => new Journey((onSend) => new FunctionScope(onSend))))
  const { failed, end } = current.add(account)
  const runInside = async () => run()
  try {
    const { scope } = current
    const running = scope instanceof FunctionScope ? scope.run(runInside) : runInside()
    const result = await Promise.race([running, failed])
    account.refuseFakes()
    return result
  } finally {
    end()
  }
}

/**
 * The same for all code of this thread, until the function that it returns is called; that one rejects if time
 * could not go on.
 */
export function startSkipping(account: WaitingAccount): () => Promise<void> {
  if (isThreadMarked() && journey === undefined) return () => Promise.resolve()
  account.refuseFakes()
  journey ??= runOutside(() => new Journey(() => wholeThread))
  const { failed, end } = journey.add(account)
  return () => {
    end()
    return Promise.race([failed, Promise.resolve()])
  }
}

/** Once in a process: the other waits take real time for the same reason. */
function warnOf(view: ThreadView | undefined): void {
  if (!view) return
  hasWarned = true
  process.emitWarning(`clock.skipWaits: waits take real time, since ${hindranceIn(view)}`)
}

function hindranceIn({ children, threads, connections, isIdle }: ThreadView): string {
  if (children.length > 0) return 'a child process of the test may be at work'
  if (threads.length > 0) return 'a worker thread of the test may be at work'
  const open = connections.find(({ isHeld, hasEnded }) => isHeld && !hasEnded)
  if (open) return `an answer of ${open.there} may be on its way`
  return isIdle ? 'the test never rests' : 'the test reads, writes or computes'
}

function portOf(url: string): string {
  const { port, protocol } = new URL(url)
  return port || (protocol === 'https:' ? '443' : '80')
}

/** Of an address such as `127.0.0.1:25427`. */
function portIn(address: string): string {
  return address.slice(address.lastIndexOf(':') + 1)
}
