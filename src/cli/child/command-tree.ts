import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { isListed, readProcessTable, type ProcessRow } from '../../node/process-table.ts'

/** The time that a command has to end after a signal. */
const END_MS = 5_000
/** The time between two looks whether all of it has ended. */
const LOOK_MS = 50

/** A command and the processes that it started. A shell or npm that ends at a signal does not always pass it on. */
export class CommandTree {
  readonly #child: ChildProcess
  #started: readonly ProcessRow[] = []
  #killing: NodeJS.Timeout | undefined

  constructor(child: ChildProcess) {
    this.#child = child
  }

  get isAskedToEnd(): boolean {
    return this.#killing !== undefined
  }

  /** Sends a signal to the command, which passes it on to what it looks after, and kills all in 5 seconds. */
  async end(signal: NodeJS.Signals): Promise<void> {
    this.#killing = setTimeout(() => this.kill(), END_MS).unref()
    const { pid } = this.#child
    if (pid !== undefined) this.#started = await startedBy(pid) // while parents are known
    this.#child.kill(signal)
  }

  kill(): void {
    this.#child.kill('SIGKILL')
    this.#send('SIGKILL')
    this.#started = []
  }

  /** Ends what a command left behind that was asked to end. Resolves when it has ended. */
  async endRest(): Promise<void> {
    this.#send('SIGTERM')
    while (this.#started.some(isListed)) await sleep(LOOK_MS)
  }

  #send(signal: NodeJS.Signals): void {
    for (const row of this.#started.filter(isListed)) {
      try {
        process.kill(row.pid, signal)
      } catch {
        // It has ended in the meantime.
      }
    }
  }
}

/** The processes below one. */
async function startedBy(pid: number): Promise<ProcessRow[]> {
  const rows = (await readProcessTable())?.all() ?? []
  const below = [pid]
  for (const parent of below) {
    below.push(...rows.filter((row) => row.parent === parent).map((row) => row.pid))
  }
  return rows.filter((row) => row.pid !== pid && below.includes(row.pid))
}
