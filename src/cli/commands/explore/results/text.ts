import { documentWords } from '../../../../hunt/explore/problem.ts'
import { printable } from '../../../../text/escape.ts'
import { wrap } from '../../../output/columns.ts'
import {
  corpusLine,
  headlineOf,
  howOften,
  placeOf,
  summaryOf,
  type Result,
  type ReportedProblem,
} from './result.ts'

/** Only text from outside can make a line longer than this. */
const MAX_TEXT = 1_000

/** Formats the result as text of 80 columns; only commands are longer. */
export function toText(result: Result): string {
  return [
    ...(result.corpus ?? []).map((line) => wrap(printable(corpusLine(line), MAX_TEXT), 2)),
    ...(result.corpus ? [] : result.problems).flatMap((problem, at) => [
      ...problemLines(problem, at + 1),
      '',
    ]),
    ...result.flaky.flatMap(({ text, replay }) => [
      wrap(printable(text, MAX_TEXT)),
      `Again: ${replay}`,
    ]),
    ...result.notes.map((note) => wrap(printable(note, MAX_TEXT))),
    `explore: ${summaryOf(result)}`,
  ].join('\n')
}

function problemLines(
  { finding, also, wrote, story, replay, saved }: ReportedProblem,
  number: number,
): string[] {
  const { problem, isSmallest } = finding
  const { timeline = [], populate, choices = {} } = finding.story.scenario
  const elements = timeline.length + Object.keys(choices).length + (populate === undefined ? 0 : 1)
  const often = howOften(finding)
  const paragraph = (text: string) => `   ${wrap(printable(text, MAX_TEXT), 3)}`
  return [
    wrap(printable(`${number}. ${headlineOf(finding)}${often ? ` (${often})` : ''}.`, MAX_TEXT), 3),
    ...story.map((sentence) => `   - ${wrap(printable(sentence, MAX_TEXT), 5)}`),
    paragraph(problem.what),
    paragraph(documentWords(problem)),
    ...(isSmallest || elements < 2
      ? []
      : [
          paragraph('A smaller story may show it too: the time was over (--time 5m looks for it).'),
        ]),
    ...(wrote.length === 0 ? [] : ['   It wrote last:']),
    ...wrote.map((line) => `   > ${printable(line, MAX_TEXT)}`),
    ...also.map((other) => paragraph(`The same cause: it ${placeOf(other)}.`)),
    ...[...saved, ...also.flatMap((other) => other.saved)].map(
      (file) => `   Saved: ${printable(file, MAX_TEXT)}`,
    ),
    `   Again: ${replay}`,
  ]
}
