import { doubts } from '../../../mutate/doubts.ts'
import type { Lie } from '../../../mutate/lie.ts'
import { hasFailedOtherwise, type TriedLie } from '../../../mutate/score.ts'
import { counted } from '../../../core/report/rule.ts'
import { wrap } from '../../output/columns.ts'
import { toMarkdownTable, toTextTable } from '../../output/formats.ts'
import type { Paint } from '../../output/paint.ts'
import { markdownCode } from '../../../text/markdown.ts'
import type { MutateOutcome } from './outcome.ts'

const words: Record<TriedLie['verdict'], string> = {
  noticed: 'noticed',
  not_noticed: 'NOT noticed',
  equivalent: 'cannot be noticed',
  not_met: 'not met',
  not_run: 'not tried',
}

const heads = ['outcome', 'lie', 'the tests']

/** For a terminal of 80 columns: the table, then what would happen to users. */
export function toText(outcome: MutateOutcome, paint: Paint): string {
  const rows = outcome.results.filter(({ verdict }) => verdict !== 'not_run').map(toCells)
  return [
    ...(rows.length === 0 ? [] : [toTextTable(heads, rows), '']),
    ...missedLines(outcome, paint),
    ...equivalentLines(outcome),
    ...notes(outcome).flatMap((note) => [wrap(note), '']),
    paint('bold', scoreLine(outcome)),
  ].join('\n')
}

export function toMarkdown(outcome: MutateOutcome): string {
  const rows = outcome.results
    .filter(({ verdict }) => verdict !== 'not_run')
    .map((each) => {
      const { lie, verdict } = each
      const harm = verdict === 'not_noticed' ? `The service ${lie.does}. ${lie.harm}` : ''
      return [...toCells(each).map(toMark), harm]
    })
  return [
    `## ${scoreLine(outcome)}`,
    '',
    toMarkdownTable([...heads, 'what would happen to users'], rows),
    '',
    ...notes(outcome),
  ].join('\n')
}

function toMark(cell: string, at: number) {
  if (at === 1) return { markdown: markdownCode(cell) }
  return cell === words.not_noticed ? { markdown: `**${cell}**` } : cell
}

function toCells({ lie, verdict, how }: TriedLie): string[] {
  const [first, ...others] = lie.outcomes
  const isKnown = verdict === 'not_noticed' || verdict === 'equivalent'
  const end = isKnown ? words[verdict] : `${words[verdict]} (${how})`
  return [others.length === 0 ? first! : `${first} +${others.length}`, lie.id, end]
}

/** The lies that nobody noticed, the worst first, and how to go on. */
function missedLines({ results, show }: MutateOutcome, paint: Paint): string[] {
  const missed = results
    .filter(({ verdict }) => verdict === 'not_noticed')
    .map(({ lie }) => lie)
    .toSorted((a, b) => a.worth - b.worth)
  if (missed.length === 0) return []
  return [
    'NOT noticed, and what would happen to users:',
    ...missed.map(
      ({ id, does, harm }) => `  ${wrap(`${paint('bold', id)}: The service ${does}. ${harm}`, 4)}`,
    ),
    '',
    'See how the client takes it, for this lie or another one:',
    `  ${show(missed[0]!)}`,
    '',
    ...doubtLines(missed),
  ]
}

/** What only the user can know: why the client may be unable to tell. */
function doubtLines(missed: readonly Lie[]): string[] {
  const lines = Object.entries(doubts).flatMap(([name, { when, isSeen }]) => {
    const ids = missed.filter(({ doubt }) => doubt === name).map(({ id }) => id)
    return isSeen || ids.length === 0 ? [] : [`  ${wrap(`${when}: ${ids.join(', ')}`, 4)}`]
  })
  if (lines.length === 0) return []
  const head =
    'No client of one of these kinds can notice; if yours is, name the lies in --equivalent:'
  return [wrap(head), ...lines, '']
}

/** What cannot be noticed, by the reason. */
function equivalentLines({ results }: MutateOutcome): string[] {
  const equivalent = results.filter(({ verdict }) => verdict === 'equivalent')
  if (equivalent.length === 0) return []
  const lines = [...new Set(equivalent.map(({ how }) => how))].map((how) => {
    const ids = equivalent.filter((each) => each.how === how).map(({ lie }) => lie.id)
    const when = Object.entries(doubts).find(([name]) => name === how)?.[1].when
    return `  ${wrap(`${ids.join(', ')}: ${when ?? `${how}.`}`, 4)}`
  })
  return ['Cannot be noticed:', ...lines, '']
}

/** What the reader of the score has to know. */
function notes(outcome: MutateOutcome): string[] {
  const { results, unmet, baseline, stopped, score, seed } = outcome
  const count = (verdict: TriedLie['verdict']) =>
    results.filter((each) => each.verdict === verdict).length
  const untried = count('not_run')
  return [
    ...(unmet.length === 0
      ? []
      : [
          `Never met, so nothing is known about them: ${unmet.join(', ')}. A test in a scenario that shows them would meet them; "alias-sandbox scenarios" lists all.`,
        ]),
    ...(untried === 0
      ? []
      : [
          `${counted(untried, 'lie')} not tried: ${stopped === 'time' ? `the time was over (the order is by worth, then by --seed ${seed})` : 'stopped by a signal'}.`,
        ]),
    ...(baseline.differences.length === 0
      ? []
      : [
          `Two runs without lies made different calls (${baseline.differences.join('; ')}), so a result may differ from run to run.`,
        ]),
    ...(results.some(hasFailedOtherwise)
      ? [
          `The command failed under ${results
            .filter(hasFailedOtherwise)
            .map(({ lie }) => lie.id)
            .join(', ')} before the lie was sent: it is not repeatable.`,
        ]
      : []),
    ...(score.tried >= 10 && score.equivalent > score.tried / 10
      ? [`More than a tenth of the lies count as ones that cannot be noticed; check them.`]
      : []),
  ]
}

function scoreLine({ score }: MutateOutcome): string {
  const { tried, noticed, equivalent, percent } = score
  if (percent === null) return 'No lie could be tried.'
  const cannot = equivalent === 0 ? '' : ` (${equivalent} more cannot be noticed)`
  return `Score: ${toPercent(percent)}. The tests noticed ${noticed} of ${counted(tried - equivalent, 'lie')}${cannot}.`
}

/** Rounded down, so that 100 % means all. */
export function toPercent(percent: number): string {
  return `${Math.floor(percent)} %`
}
