import { doubts } from '../../../../hunt/mutate/doubts.ts'
import type { TriedLie } from '../../../../hunt/mutate/score.ts'
import { wrap } from '../../../output/columns.ts'
import { toTextTable } from '../../../output/formats.ts'
import type { Paint } from '../../../output/paint.ts'
import { notes } from './notes.ts'
import type { MutateOutcome } from './outcome.ts'
import { scoreLine, triedLine } from './score-lines.ts'
import { describeVerdict, missedIn, outcomesOf } from './verdict.ts'

/** So many lies are told in full; with the notes they fit on a screen. */
const IN_FULL = 5

type View = { paint: Paint; isVerbose: boolean }

/** For a terminal of 80 columns: the score, the worst that nobody noticed, and what to do about it. */
export function toText(outcome: MutateOutcome, view: View): string {
  return [
    view.paint('bold', scoreLine(outcome)),
    wrap(triedLine(outcome)),
    ...missedLines(outcome, view),
    ...equivalentLines(outcome),
    ...notes(outcome).flatMap((note) => ['', wrap(note)]),
    ...(view.isVerbose ? ['', ...tableLines(outcome)] : []),
  ].join('\n')
}

function missedLines({ results, show }: MutateOutcome, { paint, isVerbose }: View): string[] {
  const missed = missedIn(results)
  if (missed.length === 0) return []
  const inFull = isVerbose ? missed : missed.slice(0, IN_FULL)
  const rest = missed.slice(inFull.length).map(({ lie }) => lie.id)
  return [
    '',
    'NOT noticed, the worst first:',
    ...inFull.flatMap((each, at) => missedLie(each, `${at + 1}. `, paint)),
    ...(rest.length === 0
      ? []
      : ['', wrap(`${rest.length} more; --verbose tells all of them: ${rest.join(', ')}`)]),
    '',
    'See what the tests do under one of them:',
    `  ${show(missed[0]!.lie)}`,
  ]
}

function missedLie(tried: TriedLie, number: string, paint: Paint): string[] {
  const { id, does, harm, test, doubt } = tried.lie
  const calls = tried.otherCalls ?? []
  const sentences = [
    `The service ${does}. ${harm}`,
    ...(calls.length === 0 ? [] : [`The client made other calls: ${calls.join('; ')}.`]),
    `A test that notices it: ${test}`,
    ...(doubt ? [`No gap if your client ${doubts[doubt].when}: --equivalent ${id}`] : []),
  ]
  return [
    `${number}${paint('bold', id)} (${outcomesOf(tried).join(', ')})`,
    ...sentences.map((sentence) => `   ${wrap(sentence, 3)}`),
  ]
}

/** What cannot be noticed, by the reason. */
function equivalentLines({ results }: MutateOutcome): string[] {
  const equivalent = results.filter(({ verdict }) => verdict === 'equivalent')
  if (equivalent.length === 0) return []
  const lines = [...new Set(equivalent.map(({ how }) => how))].map((how) => {
    const ids = equivalent.filter((each) => each.how === how).map(({ lie }) => lie.id)
    return `  ${wrap(`${ids.join(', ')}: ${how}`, 4)}`
  })
  return ['', 'Cannot be noticed:', ...lines]
}

/** All lies in the order in which they were tried. */
function tableLines({ results }: MutateOutcome): string[] {
  const rows = results.map((each) => [
    outcomesOf(each).join(', '),
    each.lie.id,
    describeVerdict(each),
  ])
  return rows.length === 0 ? [] : [toTextTable(['outcome', 'lie', 'the tests'], rows)]
}
