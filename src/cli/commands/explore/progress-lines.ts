import type { Observed } from '../../../explore/client.ts'
import type { Progress as HuntProgress } from '../../../explore/finding.ts'
import type { Story } from '../../../explore/story.ts'
import type { Progress } from '../../child/progress.ts'
import { toWritten } from './story-file.ts'

/** Without a terminal, a line is written this often. */
const LINE_MS = 10_000

/** Tells how the search is going on: runs, problems, time left. */
export function progressListener(progress: Progress): (state: HuntProgress) => void {
  let lastMs = performance.now()
  let problems = 0
  return (state) => {
    const line = toLine(state)
    progress.show(line)
    const nowMs = performance.now()
    if (progress.isLive || (state.problems === problems && nowMs - lastMs < LINE_MS)) return
    lastMs = nowMs
    problems = state.problems
    progress.log(line)
  }
}

function toLine({ runs, problems, leftMs, isShrinking }: HuntProgress): string {
  const found = `${problems} problem${problems === 1 ? '' : 's'}`
  const left = `${Math.ceil(leftMs / 1_000)} s left`
  return `explore: ${runs} runs, ${found}, ${left}${isShrinking ? ', making a story smaller' : ''}`
}

/** Tells each run with --verbose: its story, how it ended and what it printed. */
export function runListener(progress: Progress): (story: Story, observed: Observed) => void {
  let number = 0
  return (story, { end, exitCode, output }) => {
    number += 1
    const how = end === 'over_time' ? 'over time' : `exit ${exitCode}`
    progress.log(`run ${number}: ${how}: ${JSON.stringify(toWritten(story))}`, output)
  }
}
