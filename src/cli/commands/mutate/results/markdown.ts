import type { TriedLie } from '../../../../hunt/mutate/score.ts'
import { toMarkdownTable } from '../../../output/formats.ts'
import { markdownCode } from '../../../../text/markdown.ts'
import { notes } from './notes.ts'
import type { MutateOutcome } from './outcome.ts'
import { scoreLine, triedLine } from './score-lines.ts'
import { describeVerdict, missedIn, outcomesOf } from './verdict.ts'

/** For a comment or a summary of a CI job: what nobody noticed, and the rest folded. */
export function toMarkdown(outcome: MutateOutcome): string {
  const missed = missedIn(outcome.results)
  const others = outcome.results.filter(({ verdict }) => verdict !== 'not_noticed')
  return [
    `## ${scoreLine(outcome)}`,
    triedLine(outcome),
    ...(missed.length === 0 ? [] : ['### Not noticed, the worst first', missedTable(missed)]),
    ...notes(outcome),
    ...(others.length === 0 ? [] : [folded(others)]),
  ].join('\n\n')
}

function missedTable(missed: readonly TriedLie[]): string {
  return toMarkdownTable(
    ['outcome', 'lie', 'what would happen to users', 'a test that notices it'],
    missed.map((each) => {
      const { id, does, harm, test } = each.lie
      const name = { markdown: markdownCode(id) }
      return [outcomesOf(each).join(', '), name, `The service ${does}. ${harm}`, test]
    }),
  )
}

function folded(others: readonly TriedLie[]): string {
  const rows = others.map((each) => [
    outcomesOf(each).join(', '),
    { markdown: markdownCode(each.lie.id) },
    describeVerdict(each),
  ])
  const table = toMarkdownTable(['outcome', 'lie', 'the tests'], rows)
  return ['<details><summary>The other lies</summary>', table, '</details>'].join('\n\n')
}
