import type { Observed } from '../../../hunt/explore/client.ts'
import type { Progress as HuntProgress } from '../../../hunt/explore/finding.ts'
import type { Story } from '../../../hunt/explore/story.ts'
import type { Progress } from '../../child/progress.ts'
import { countOf } from '../../../text/numbers.ts'

/** Without a terminal, a line is written this often. */
const LINE_MS = 5_000
const TICK_MS = 1_000

/** Tells how the search is going on: runs, problems, time left. It goes on while a run takes long. End it. */
export class SearchProgress {
  readonly #progress: Progress
  readonly #untilMs: number
  readonly #ticks: NodeJS.Timeout
  #lineMs = -Infinity
  #problems = 0
  #state: HuntProgress | undefined

  constructor(progress: Progress, timeMs: number) {
    this.#progress = progress
    this.#untilMs = performance.now() + timeMs
    this.#ticks = setInterval(() => this.#tick(), TICK_MS)
  }

  show(state: HuntProgress): void {
    this.#state = state
    this.#tick()
  }

  end(): void {
    clearInterval(this.#ticks)
  }

  #tick(): void {
    if (!this.#state) return
    const nowMs = performance.now()
    const { problems } = this.#state
    const line = toLine({ ...this.#state, leftMs: Math.max(0, this.#untilMs - nowMs) })
    this.#progress.show(line)
    const isQuiet = problems === this.#problems && nowMs - this.#lineMs < LINE_MS
    if (this.#progress.isLive || isQuiet) return
    this.#lineMs = nowMs
    this.#problems = problems
    this.#progress.log(line)
  }
}

function toLine({ runs, problems, leftMs, isShrinking }: HuntProgress): string {
  const found = countOf(problems, 'problem')
  const left = `${Math.ceil(leftMs / 1_000)} s left`
  return `explore: ${runs} runs, ${found}, ${left}${isShrinking ? ', making stories smaller' : ''}`
}

/** Tells each run with --verbose: its story, how it ended and what it printed. */
export function runListener(progress: Progress): (story: Story, observed: Observed) => void {
  let number = 0
  return (story, { end, exitCode, output }) => {
    number += 1
    const how = end === 'over_time' ? 'over time' : `exit ${exitCode}`
    progress.log(`run ${number}: ${how}: ${JSON.stringify(story.scenario)}`, output)
  }
}
