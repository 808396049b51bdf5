import { documentWords } from '../../../../hunt/explore/problem.ts'
import { escapeMarkdown, fencedCode } from '../../../../text/markdown.ts'
import { printable } from '../../../../text/escape.ts'
import {
  corpusLine,
  placeOf,
  headlineOf,
  howOften,
  summaryOf,
  type Result,
  type ReportedProblem,
} from './result.ts'

/** Formats the result as Markdown, for the summary page of a CI job. */
export function toMarkdown(result: Result): string {
  return [
    '## alias-sandbox explore',
    '',
    `${escapeMarkdown(summaryOf(result))}.`,
    ...(result.corpus ? [''] : []),
    ...(result.corpus ?? []).map((line) => `- ${escapeMarkdown(corpusLine(line))}`),
    ...(result.corpus ? [] : result.problems).flatMap((problem, at) => [
      '',
      ...problemLines(problem, at + 1),
    ]),
    ...result.flaky.flatMap(({ text, replay }) => [
      '',
      escapeMarkdown(text),
      '',
      ...fencedCode('sh', replay),
    ]),
    ...result.notes.flatMap((note) => ['', escapeMarkdown(note)]),
  ].join('\n')
}

function problemLines(
  { finding, also, wrote, story, replay, saved }: ReportedProblem,
  number: number,
): string[] {
  const { problem } = finding
  const often = howOften(finding)
  return [
    `### ${number}. ${escapeMarkdown(headlineOf(finding))}${often ? ` (${often})` : ''}`,
    '',
    ...story.map((sentence) => `- ${escapeMarkdown(sentence)}`),
    '',
    escapeMarkdown(problem.what),
    '',
    `> ${escapeMarkdown(documentWords(problem))}`,
    '',
    ...(wrote.length === 0
      ? []
      : [
          'It wrote last:',
          '',
          ...fencedCode('', wrote.map((line) => printable(line, 1_000)).join('\n')),
          '',
        ]),
    ...also.flatMap((other) => [escapeMarkdown(`The same cause: it ${placeOf(other)}.`), '']),
    ...fencedCode('sh', replay),
    ...(saved.length > 0 ? ['', `Saved: ${saved.map(escapeMarkdown).join(', ')}`] : []),
  ]
}
