import * as v from 'valibot'
import { DURATION, RELATIVE, type Duration } from './duration.ts'
import { expecting } from './fields.ts'
import { rules } from '../rules.ts'
import { toMs } from './to-ms.ts'

/** The formats of times in input: a duration, an instant, or an instant relative to the account's clock. */

const ISO = /^(\d{4})-(\d\d)-(\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/

/** The range of a clock. It ends far below the largest date, so that sums are valid dates too. */
export const EARLIEST_MS = 0
export const LATEST_MS = Date.UTC(9000, 0, 1)

/** Instants that a clock can be advanced to by name. */
export const namedInstants = ['burst_reset', 'utc_midnight', 'next_event'] as const

/** Is this an ISO date that exists? 30 February does not. */
export function isIsoInstant(text: string): boolean {
  const match = ISO.exec(text)
  if (!match || Number.isNaN(Date.parse(text))) return false
  const lastDay = new Date(Date.UTC(Number(match[1]), Number(match[2]), 0)).getUTCDate()
  return Number(match[3]) <= lastDay
}

/** An ISO time such as `2026-03-01T12:00:00Z`, or epoch seconds. */
export type Instant = string | number
/** A time to which a clock can be advanced: an instant, or one of these names (which editors complete). */
export type Destination = (typeof namedInstants)[number] | (string & {}) | number

/** A string or number that `isAllowed` accepts; `Written` can be a narrower type. */
function time<Written extends string | number = Instant, Read extends string | number = Written>(
  expected: string,
  isAllowed: (value: string | number) => boolean,
): v.GenericSchema<Written, Read> {
  const message = expecting(expected)
  const isTime = (value: string | number) => !isTooLong(value) && isAllowed(value)
  const schema = v.pipe(v.union([v.string(), v.number()], message), v.check(isTime, message))
  return schema as v.GenericSchema as v.GenericSchema<Written, Read>
}

/** A regular expression such as DURATION needs more stack for a longer text. */
function isTooLong(value: string | number): boolean {
  return typeof value === 'string' && value.length > 100
}

function isInstant(value: string | number): boolean {
  const ms =
    typeof value === 'number' ? value * 1_000 : isIsoInstant(value) ? Date.parse(value) : NaN
  return ms >= EARLIEST_MS && ms <= LATEST_MS
}

/** At most LATEST_MS, so that an instant plus a duration is a valid date. */
function isDuration(value: string | number): boolean {
  if (typeof value === 'number') return value >= 0 && value * 1_000 <= LATEST_MS
  return DURATION.test(value) && toMs(value) <= LATEST_MS
}

/** An offset from now, such as `+10m`. */
export function isRelative(value: string | number): boolean {
  const isShort = typeof value === 'string' && value.length <= 100
  return isShort && RELATIVE.test(value) && isDuration(value.slice(1))
}

/**
 * `90s`, `25h`, `1d12h`, or a number of seconds; not negative. Only files and requests accept a number:
 * in code it could mean milliseconds too, so the TypeScript type excludes it.
 * @internal
 */
export const duration = time<Duration, Duration | number>(
  'a duration such as 100ms, 90s, 25h or 1d12h',
  isDuration,
)

/** Time left in the open burst window, at most one whole window. @internal */
export const burstResetsIn = time<Duration, Duration | number>(
  `a duration of at most ${rules.burst.windowSeconds}s, the length of a burst window`,
  (value) => isDuration(value) && toMs(value) <= rules.burst.windowSeconds * 1_000,
)

/** An ISO time or epoch seconds. @internal */
export const instant = time(
  'an ISO time such as 2026-03-01T12:00:00Z or epoch seconds, from 1970 to 9000',
  isInstant,
)

/** An ISO time, epoch seconds, or an offset from now such as `+10m`. @internal */
export const moment = time(
  'an ISO time such as 2026-03-01T12:00:00Z, epoch seconds, or an offset from now such as +10m',
  (value) => isInstant(value) || isRelative(value),
)

/** The times to which a clock can be advanced. @internal */
export const destination = time<Destination>(
  `an ISO time, epoch seconds, or one of ${namedInstants.join(', ')}`,
  (value) => isInstant(value) || namedInstants.some((name) => name === value),
)
