import { parseJson } from '../../../contract/value-limits.ts'
import type { HistoryEntry } from '../../../core/record/history-entry.ts'
import { toHistoryId } from '../../../core/record/history-entry.ts'
import type { Difference } from '../../../core/replay/compare-entries.ts'
import type { Differing, FileReplay } from '../../../history-file/replay-file.ts'
import { printable, shorten } from '../../../text/escape.ts'
import type { Paint } from '../../output/paint.ts'

/** How many characters of a value stand on a line. */
const MAX_VALUE = 200
/** How many fields of a body are listed. */
const MAX_FIELDS = 10

/** `47 of 47 answers equal`, `no answers to compare`, or the first difference, field by field. */
export function toReplayText({ answers, equal, first }: FileReplay, paint: Paint): string {
  if (answers === 0) return paint('yellow', 'no answers to compare')
  const count = `${equal} of ${answers} ${answers === 1 ? 'answer' : 'answers'} equal`
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

/** The same for programs. */
export function toReplayJson({ answers, equal, first }: FileReplay): object {
  if (first === undefined) return { answers, equal }
  const toJson = ({ entry, differences }: Differing) => ({
    account: entry.account,
    id: toHistoryId(entry),
    differences: differences.flatMap(inFields),
  })
  const { answer, earlier } = first
  return { answers, equal, first: toJson(answer), ...(earlier && { earlier: toJson(earlier) }) }
}

function nameOf(entry: HistoryEntry): string {
  const id = `${entry.account}/${toHistoryId(entry)}`
  switch (entry.type) {
    case 'call': {
      const { method, path, query } = entry.request
      return printable(`${id}, ${method} ${path}${query === '' ? '' : `?${query}`}`)
    }
    case 'action':
      return printable(`${id}, ${entry.origin} ${entry.action}`)
    case 'event':
      return printable(`${id}, ${entry.event}`)
    default:
      return printable(id)
  }
}

function linesOf({ differences }: Differing): string[] {
  return differences
    .flatMap(inFields)
    .flatMap(({ field, recorded, replayed }) => [
      `  ${printable(field)}`,
      `    recorded  ${toText(recorded)}`,
      `    replayed  ${toText(replayed)}`,
    ])
}

/** A difference of two JSON bodies or objects as those of their fields. */
function inFields(difference: Difference): Difference[] {
  const { field } = difference
  const [recorded, replayed] = [difference.recorded, difference.replayed].map((value) =>
    field === 'body' && typeof value === 'string' ? parsed(value) : value,
  )
  const found = [...fieldsThatDiffer(field, recorded, replayed)]
  if (found.length === 0) return [difference] // the same value in other bytes
  return found.slice(0, MAX_FIELDS)
}

function parsed(text: string): unknown {
  const read = parseJson(text)
  return read.ok ? read.value : text
}

function* fieldsThatDiffer(
  field: string,
  recorded: unknown,
  replayed: unknown,
): Generator<Difference> {
  if (!isObject(recorded) || !isObject(replayed)) {
    if (recorded !== replayed) yield { field, recorded, replayed }
    return
  }
  for (const key of new Set([...Object.keys(recorded), ...Object.keys(replayed)])) {
    const inner = Array.isArray(recorded) ? `${field}[${key}]` : `${field}.${key}`
    yield* fieldsThatDiffer(inner, recorded[key], replayed[key])
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function toText(value: unknown): string {
  if (value === undefined) return 'nothing'
  return printable(shorten(typeof value === 'string' ? value : JSON.stringify(value), MAX_VALUE))
}
