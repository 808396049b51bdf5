import { documentWords, problemKinds, type ProblemKind } from '../../../../hunt/explore/problem.ts'
import { toJUnitFile, type JUnitCase } from '../../../../report-formats/junit-file.ts'
import type { CorpusLine } from '../corpus.ts'
import {
  corpusLine,
  placeOf,
  headlineOf,
  howOften,
  saysNothing,
  summaryOf,
  type Result,
  type ReportedProblem,
} from './result.ts'

/** Formats the result as JUnit XML: a test case for each problem, and one for each kind of which none was found. */
export function toJUnit(result: Result, kinds: ReadonlySet<ProblemKind>): string {
  const found = new Set(result.problems.map(({ finding }) => finding.problem.kind))
  const others = [...kinds].filter((kind) => !found.has(kind))
  const notes = notesOf(result)
  if (result.corpus) return toJUnitFile('explore', result.corpus.map(toFileCase), notes)
  const skipped = saysNothing(result) ? { skipped: summaryOf(result) } : {}
  const cases = [
    ...result.problems.map(toCase),
    ...others.map((kind) => ({ name: `not seen: ${problemKinds[kind].title}`, ...skipped })),
  ]
  return toJUnitFile('explore', cases, notes)
}

/** What does not count, with the commands that repeat it, and what a reader must know. */
function notesOf({ flaky, notes }: Result): string {
  return [...flaky.flatMap(({ text, replay }) => [text, `Again: ${replay}`]), ...notes].join('\n')
}

function toFileCase(line: CorpusLine): JUnitCase {
  const { file, titles } = line
  const told = corpusLine(line)
  if (titles === undefined) return { name: file, skipped: told }
  return titles.length === 0
    ? { name: file }
    : { name: file, failure: { message: told, details: told } }
}

function toCase({ finding, also, wrote, story, replay }: ReportedProblem): JUnitCase {
  const { problem } = finding
  const often = howOften(finding)
  return {
    name: problem.key,
    failure: {
      message: `${headlineOf(finding)}${often ? ` (${often})` : ''}. ${problem.what}`,
      details: [
        ...story.map((sentence) => `- ${sentence}`),
        documentWords(problem),
        ...(wrote.length === 0 ? [] : ['It wrote last:', ...wrote.map((line) => `> ${line}`)]),
        ...also.map((other) => `The same cause: it ${placeOf(other)}.`),
        `Again: ${replay}`,
      ].join('\n'),
    },
  }
}
