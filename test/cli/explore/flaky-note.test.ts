import { expect, it } from 'vitest'
import { toResult, type Explored } from '../../../src/cli/commands/explore/result.ts'
import { toJUnit } from '../../../src/results/junit.ts'
import { toMarkdown } from '../../../src/results/markdown.ts'
import { toText } from '../../../src/results/text.ts'

const replay =
  `alias-sandbox explore --repeat '{"timeline":[]}' -- node client.js ${'--flag "a  b" '.repeat(100)}`.trim()
const explored: Explored = {
  problems: [],
  flaky: [{ text: `One run seemed to show something ${'and more '.repeat(20)}`.trim(), replay }],
  notes: ['A note.'],
  runs: 3,
  scenarios: 2,
  ended: 'time',
  seed: 1,
  ms: 1_000,
}
const result = toResult(explored, new Set(['duplicate']))

it('has its notes in JUnit too', () => {
  expect(toJUnit(result)).toMatch(
    /<system-out>One run seemed .*\nAgain: .*\nA note\.<\/system-out>\n {2}<\/testsuite>/,
  )
})

it('gives the command that repeats what nobody had time to repeat whole, on a line of its own', () => {
  expect(toText(result).split('\n')).toContain(`Again: ${replay}`)
  expect(toMarkdown(result).split('\n')).toContain(replay)
})
