import type { Entry } from '../../contract/history/entry.ts'
import { type Mismatch, inFields } from '../../history/session/differences.ts'
import type { SessionReplay } from '../../history/session/replay-session.ts'
import { printable, shorten } from '../../text/escape.ts'
import type { Paint } from '../output/paint.ts'
import { countOf } from '../../text/numbers.ts'

/** The most characters of a value on a line. */
const MAX_VALUE = 200

/** `47 of 47 answers equal`, `no answers to compare`, or the first difference, field by field. */
export function toReplayText({ answers, equal, first }: SessionReplay, paint: Paint): string {
  if (answers === 0) return paint('yellow', 'no answers to compare')
  const count = `${equal} of ${countOf(answers, 'answer')} equal`
  if (first === undefined) return paint('green', count)
  const { answer, earlier } = first
  return [
    paint('red', count),
    `first difference: ${nameOf(answer.entry)}`,
    ...linesOf(answer),
    ...(earlier
      ? [`before it, ${nameOf(earlier.entry)} already differed`, ...linesOf(earlier)]
      : []),
  ].join('\n')
}

function nameOf(entry: Entry): string {
  const id = `${entry.account}/${entry.id}`
  switch (entry.type) {
    case 'call': {
      const { method, path, query } = entry.request
      return printable(`${id}, ${method} ${path}${query === '' ? '' : `?${query}`}`)
    }
    case 'action':
    case 'mail':
      return printable(`${id}, ${entry.origin} ${entry.action}`)
    case 'event':
      return printable(`${id}, ${entry.event}`)
    default:
      return printable(id)
  }
}

function linesOf({ differences }: Mismatch): string[] {
  return differences
    .flatMap(inFields)
    .flatMap(({ field, recorded, replayed }) => [
      `  ${printable(field)}`,
      `    recorded  ${toText(recorded)}`,
      `    replayed  ${toText(replayed)}`,
    ])
}

function toText(value: unknown): string {
  if (value === undefined) return 'nothing'
  return printable(shorten(typeof value === 'string' ? value : JSON.stringify(value), MAX_VALUE))
}
