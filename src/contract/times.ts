import * as v from 'valibot'
import { shown } from './fields.ts'

/**
 * How times are written wherever a person or a client gives one: a duration, an instant, or an
 * instant relative to the account's now. Their conversion to milliseconds is in core/times.ts.
 */

export const DURATION = /^(\d+(\.\d+)?(ms|s|m|h|d|w))+$/
export const RELATIVE = /^[+-](\d+(\.\d+)?(ms|s|m|h|d|w))+$/
const ISO = /^(\d{4})-(\d\d)-(\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/

/** The instants between which a clock can stand: sums stay far from where dates end. */
export const EARLIEST_MS = 0
export const LATEST_MS = Date.UTC(9000, 0, 1)

/** What may be advanced to by name. */
export const namedInstants = ['burst_reset', 'utc_midnight', 'next_event'] as const

/** Is this text an instant of the calendar that exists (30 February does not)? */
export function isIsoInstant(text: string): boolean {
  const match = ISO.exec(text)
  if (!match || Number.isNaN(Date.parse(text))) return false
  const lastDay = new Date(Date.UTC(Number(match[1]), Number(match[2]), 0)).getUTCDate()
  return Number(match[3]) <= lastDay
}

function time(what: string, isAllowed: (value: string | number) => boolean) {
  const message = (issue: { input: unknown }) => `${shown(issue.input)} is not ${what}`
  return v.pipe(v.union([v.string(), v.number()], message), v.check(isAllowed, message))
}

const isSeconds = (value: string | number) => typeof value === 'number' && Number.isFinite(value)

function isInstant(value: string | number): boolean {
  const ms =
    typeof value === 'number' ? value * 1_000 : isIsoInstant(value) ? Date.parse(value) : NaN
  return ms >= EARLIEST_MS && ms <= LATEST_MS
}

/** `90s`, `25h`, `1d12h`, or a number of seconds; not negative. */
export const duration = time(
  'a duration such as 90s, 25h, 1d12h or a number of seconds',
  (value) => (isSeconds(value) && Number(value) >= 0) || DURATION.test(String(value)),
)

/** An ISO time or epoch seconds. */
export const instant = time(
  'an ISO time such as 2026-03-01T12:00:00Z or epoch seconds (years 1970 to 9000)',
  isInstant,
)

/** An ISO time, epoch seconds, or a time from now such as `+10m`. */
export const moment = time(
  'an ISO time such as 2026-03-01T12:00:00Z, epoch seconds, or a time from now such as +10m',
  (value) => isInstant(value) || (typeof value === 'string' && RELATIVE.test(value)),
)

/** Where a clock can be advanced to. */
export const destination = time(
  `an ISO time, epoch seconds, or one of ${namedInstants.join(', ')}`,
  (value) => isInstant(value) || namedInstants.some((name) => name === value),
)
