import type { ResultPart, Result } from '../../../../results/result.ts'
import { countOf } from '../../../../text/numbers.ts'
import { lastLines } from '../../../../hunt/last-lines.ts'
import { failingTests } from '../../../child/failing-tests.ts'
import { describeEnd } from '../../../child/run-all.ts'
import type { FlakySuite } from '../flaky-suite.ts'

/** The most tests that are named, and the most lines that are shown if none can be. */
const TESTS = 10
const LINES = 20

/** In place of a score: that there is none, and which tests failed by chance. */
export function toFlakyResult({ message, run, lie }: FlakySuite): Result {
  const tests = failingTests(run.output)
  const lines = tests.length === 0 ? lastLines(run.output, LINES) : []
  const { isOverTime, exitCode, output, history } = run
  const conditions = lie ? `under the lie ${lie.id}` : 'without any lie'
  return {
    name: 'mutate',
    headline: `no score: ${message}`,
    cases: [
      {
        name: 'flaky',
        title: 'The command passes and fails by chance',
        status: 'fail',
        message: `Of its runs ${conditions}, one failed (${describeEnd(run)}) and one passed. It may notice other lies by chance, too, so there is no score.`,
        details: [
          ...namedTests(tests),
          ...(lines.length === 0
            ? []
            : [{ as: 'output', title: 'Its output ends with', lines } as const]),
          isOverTime
            ? 'Give each run more time with --timeout.'
            : 'If its runs disturb each other, use --jobs 1.',
        ],
        output,
        history,
      },
    ],
    notes: [],
    data: {
      score: { percent: null },
      flaky: {
        lie: lie?.id ?? null,
        exit_code: exitCode,
        over_time: isOverTime,
        failing_tests: tests,
        output_end: lines,
      },
    },
  }
}

function namedTests(tests: readonly string[]): ResultPart[] {
  if (tests.length === 0) return []
  const more = tests.length - TESTS
  const lines = [...tests.slice(0, TESTS), ...(more > 0 ? [countOf(more, 'more test')] : [])]
  return [{ as: 'list', title: 'In the run that failed, these tests did', lines }]
}
