import { describe, expect, it } from 'vitest'
import { check } from '../../src/contract/values/validation-issue.ts'
import {
  destination,
  duration,
  EARLIEST_MS,
  instant,
  isIsoInstant,
  LATEST_MS,
  moment,
  namedInstants,
} from '../../src/contract/values/times.ts'
import { refusalsOf } from '../support/refusals-of.ts'

const iso = [
  '2026-03-01',
  '2024-02-29',
  '2026-04-30',
  '2026-12-31',
  '2026-03-01T12:00Z',
  '2026-03-01T12:00:00Z',
  '2026-03-01T12:00:00.5Z',
  '2026-03-01T12:00:00.123Z',
  '2026-03-01T12:00:00+05:30',
  '2026-03-01T12:00-08:00',
]
const notIso = [
  '',
  'tomorrow',
  '2026-02-29',
  '2026-02-30T12:00:00Z',
  '2026-04-31',
  '2026-13-01',
  '2026-00-10',
  '2026-03-00',
  '2026-03-01T24:01Z',
  '2026-03-01T12:00', // no time zone
  '2026-03-01T12Z',
  '2026-03-01T12:00:00.1234Z',
  '2026-03-01T12:00:00.Z',
  '2026-03-01T12:00:00+0530',
  '2026-03-01 (about)',
  'about 2026-03-01',
  '2026-3-1',
  '26-03-01',
  '20260301',
]

describe('an ISO time', () => {
  it.each(iso)('can be %s', (text) => {
    expect(isIsoInstant(text)).toBe(true)
  })

  it.each(notIso)('cannot be %j', (text) => {
    expect(isIsoInstant(text)).toBe(false)
  })
})

const earliest = new Date(EARLIEST_MS).toISOString()
const latest = new Date(LATEST_MS).toISOString()
const outside = [-1, LATEST_MS / 1_000 + 1, '1969-12-31T23:59:59Z', '9000-01-01T00:00:00.001Z']

const durations = ['0s', '90s', '25h', '1d12h', '1.5h', '0.25m', '10ms', '2w', '12d1h30m5s']
const notDurations = [
  '',
  '90',
  's',
  '1.h',
  '.5s',
  '1..5s',
  '90S',
  '90 s',
  '1,5h',
  '1y',
  '90sx',
  'x90s',
]
const signed = (texts: string[], sign: string) => texts.map((text) => sign + text)

const times = {
  duration: {
    schema: duration,
    is: 'a duration such as 100ms, 90s, 25h or 1d12h',
    taken: [...durations, 0, 0.5, 1e9],
    refused: [...notDurations, ...signed(durations, '+'), ...signed(durations, '-'), -1, Infinity],
  },
  instant: {
    schema: instant,
    is: 'an ISO time such as 2026-03-01T12:00:00Z or epoch seconds, from 1970 to 9000',
    taken: [...iso, earliest, latest, 0, 1.5, LATEST_MS / 1_000],
    refused: [...notIso, ...outside, '+10m', 'burst_reset', NaN, null, true],
  },
  moment: {
    schema: moment,
    is: 'an ISO time such as 2026-03-01T12:00:00Z, epoch seconds, or an offset from now such as +10m',
    taken: [...iso, 0, ...signed(durations, '+'), ...signed(durations, '-')],
    refused: [
      ...notIso,
      ...outside,
      ...durations,
      ...signed(notDurations, '+'),
      ...signed(durations, '+-'),
      ...signed(durations, 'in +'),
      'next_event',
    ],
  },
  destination: {
    schema: destination,
    is: 'an ISO time, epoch seconds, or one of burst_reset, utc_midnight, next_event',
    taken: [...iso, 0, ...namedInstants],
    refused: [...notIso, ...outside, '+10m', 'midnight', 'BURST_RESET', [], {}],
  },
}

describe.each(Object.entries(times))('a %s', (_name, { schema, is, taken, refused }) => {
  it.each(taken.map((value) => [value]))('can be %j', (value) => {
    expect(check(schema, value)).toEqual({ ok: true, value })
  })

  it.each(refused.map((value) => [value]))('cannot be %j', (value) => {
    const written = typeof value === 'number' ? String(value) : JSON.stringify(value)
    expect(refusalsOf(check(schema, value))).toEqual([`input must be ${is} (got ${written})`])
  })
})
