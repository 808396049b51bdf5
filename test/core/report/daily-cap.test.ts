import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { create, judged, list, type Step } from '../../support/core/judged.ts'

// After a daily 429 no creation can succeed before 00:00 UTC.

const full: Scenario = { limits: { daily: 1 } }
const evening: Scenario = { ...full, clock: { now: '2026-03-01T23:59:00Z' } }
const worker = (id: number, after: number): Step => ({
  connection: { id, isNew: true, freeAfter: 0 },
  after,
})

describe('waits_for_midnight', () => {
  it.each<[what: string, Scenario, Step[], said: string]>([
    ['cap not met', full, [create], 'not_exercised: no daily 429 was received []'],
    [
      'nothing behind',
      full,
      [create, create, list],
      'pass: no creation followed on the same day [2]',
    ],
    [
      'a creation on the same day',
      full,
      [create, create, create],
      'fail: 1 creation followed on the same day (UTC), when none can succeed [2 3]',
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
      'fail: 1 creation followed on the same day (UTC), when none can succeed [2 3]',
    ],
    [
      'under way',
      full,
      [create, worker(1, 0), worker(2, 100)],
      'pass: no creation followed on the same day [2 3]',
    ],
  ])('%s', (_what, scenario, steps, said) => {
    expect(judged('waits_for_midnight', scenario, steps)).toBe(said)
  })
})
