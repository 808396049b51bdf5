import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../src/contract/scenario/scenario.ts'
import { create, judged, type Step } from '../support/core/judged.ts'

// After a daily 429 no creation can succeed before 00:00 UTC.

const full: Scenario = { limits: { daily: 1 } }
const evening: Scenario = { ...full, clock: { now: '2026-03-01T23:59:00Z' } }

describe('waits_for_midnight', () => {
  it.each<[what: string, Scenario, Step[], said: string]>([
    ['cap not met', full, [create], 'not_exercised: no daily 429 was received []'],
    [
      'a creation on the same day',
      full,
      [create, create, create],
      expect.stringMatching(/^fail: 1 creation came .* \[2 3\]$/) as unknown as string,
    ],
    [
      'a strangers’ creation',
      full,
      [create, create, { key: 'nobody' }],
      'pass: no creation followed on the same day [2]',
    ],
    [
      'the next day',
      evening,
      [create, create, { ...create, after: 60_000 }],
      'pass: no creation followed on the same day [2 evt_2]',
    ],
    [
      'as early before midnight as timers fire',
      evening,
      [create, create, { ...create, after: 59_980 }],
      'pass: no creation followed on the same day [2 3]',
    ],
    [
      'a little earlier than that',
      evening,
      [create, create, { ...create, after: 59_979 }],
      expect.stringMatching(/^fail: 1 creation came .* \[2 3\]$/) as unknown as string,
    ],
  ])('%s', (_what, scenario, steps, said) => {
    expect(judged('waits_for_midnight', scenario, steps)).toEqual(said)
  })
})
