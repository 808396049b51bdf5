import type { ObservedRun } from '../../../hunt/explore/client.ts'
import type { Finding, Listeners, Progress as HuntProgress } from '../../../hunt/explore/finding.ts'
import type { NamedScenario } from '../../../contract/scenario/scenario.ts'
import { tellProgress } from '../../child/progress.ts'
import type { SafeIo } from '../../output/io.ts'
import { countOf } from '../../../text/numbers.ts'

/** The time between two lines that tell how far the search is. */
const LINE_MS = 5_000

/** Tells how the search is going on, also while a run takes long, and what it has found. End it. */
export class SearchProgress implements Listeners {
  readonly #io: SafeIo
  #lines: NodeJS.Timeout | undefined

  constructor(io: SafeIo) {
    this.#io = io
  }

  readonly onStart = (read: () => HuntProgress): void => {
    this.#lines = setInterval(() => tellProgress(this.#io, toLine(read())), LINE_MS)
  }

  /** Tells a problem as soon as each repeat of its scenario has shown it. */
  readonly onFound = ({ problem: { title, key }, foundAfterMs }: Finding): void => {
    const seconds = Math.round(foundAfterMs / 1_000)
    tellProgress(this.#io, `explore: it ${title} (${key}), after ${seconds} s`)
  }

  end(): void {
    clearInterval(this.#lines)
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
    : `${countOf(scenarios, 'scenario')} tried, ${left} left`
  return `explore: ${tried}; ${clients}; ${found}; ${seconds}`
}

/** Tells each run with --verbose: its scenario, how it ended and what it printed. */
export function runListener(io: SafeIo): (scenario: NamedScenario, observed: ObservedRun) => void {
  let number = 0
  return (scenario, { end, exitCode, output }) => {
    number += 1
    const how = end === 'over_time' ? 'over time' : `exit ${exitCode}`
    tellProgress(io, `run ${number}: ${how}: ${JSON.stringify(scenario.scenario)}`, output)
  }
}
