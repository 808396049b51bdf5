import { toDay, toTime, toTimeOfDay } from '../../../words/times.ts'
import type { Span } from './matches.ts'

/** `from 12:03:00 to 12:05:00`; with days if there are two. The end is the last second of the span. */
export function spanText({ from, to }: Span): string {
  const last = Math.max(from, to - 1)
  if (toTime(from) === toTime(last)) return `at ${toTimeOfDay(from)}`
  const format = toDay(from) === toDay(last) ? toTimeOfDay : toTime
  return `from ${format(from)} to ${format(last)}`
}
