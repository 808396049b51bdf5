import type { ObservedRun } from '../../../hunt/explore/client.ts'
import type { Finding, Listeners, Progress as HuntProgress } from '../../../hunt/explore/finding.ts'
import type { NamedScenario } from '../../../contract/scenario/scenario.ts'
import type { Progress } from '../../child/progress.ts'
import { countOf } from '../../../text/numbers.ts'

/** Without a terminal, a line is written this often. */
const LINE_MS = 5_000
const TICK_MS = 1_000

/** Tells how the search is going on, and what it has found. It goes on while a run takes long. End it. */
export class SearchProgress implements Listeners {
  readonly #progress: Progress
  readonly #ticks: NodeJS.Timeout
  #lineMs = -Infinity
  #state: (() => HuntProgress) | undefined

  constructor(progress: Progress) {
    this.#progress = progress
    this.#ticks = setInterval(() => this.#tick(), TICK_MS)
  }

  readonly onStart = (read: () => HuntProgress): void => {
    this.#state = read
    this.#tick()
  }

  /** Tells a problem as soon as each repeat of its scenario has shown it. */
  readonly onFound = ({ problem: { title, key }, foundAfterMs }: Finding): void => {
    const seconds = Math.round(foundAfterMs / 1_000)
    this.#progress.log(`explore: it ${title} (${key}), after ${seconds} s`)
  }

  end(): void {
    clearInterval(this.#ticks)
  }

  #tick(): void {
    if (!this.#state) return
    const line = toLine(this.#state())
    this.#progress.show(line)
    const nowMs = performance.now()
    if (this.#progress.isLive || nowMs - this.#lineMs < LINE_MS) return
    this.#lineMs = nowMs
    this.#progress.log(line)
  }
}

/** `explore: 43 scenarios tried, 957 left; 2 clients run, 14 wait; 1 problem; 38 s left` */
function toLine(state: HuntProgress): string {
  const { scenarios, left, active, waiting, problems, leftMs, isShrinking } = state
  const clients = `${countOf(active, 'client')} ${active === 1 ? 'runs' : 'run'}, ${waiting} ${waiting === 1 ? 'waits' : 'wait'}`
  const found = countOf(problems, 'problem')
  const seconds = `${Math.ceil(leftMs / 1_000)} s left`
  const tried = isShrinking
    ? 'making scenarios smaller'
    : `${countOf(scenarios, 'scenario', 'scenarios')} tried, ${left} left`
  return `explore: ${tried}; ${clients}; ${found}; ${seconds}`
}

/** Tells each run with --verbose: its scenario, how it ended and what it printed. */
export function runListener(
  progress: Progress,
): (scenario: NamedScenario, observed: ObservedRun) => void {
  let number = 0
  return (scenario, { end, exitCode, output }) => {
    number += 1
    const how = end === 'over_time' ? 'over time' : `exit ${exitCode}`
    progress.log(`run ${number}: ${how}: ${JSON.stringify(scenario.scenario)}`, output)
  }
}
