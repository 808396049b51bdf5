import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../src/contract/scenario.ts'
import { create, judged, list, type Step } from '../support/judged.ts'

// Who is told to wait and comes again too early has broken the rule; who waited, or whose account's
// clock was pushed over the wait, has kept it.

const burst: Scenario = { usage: { burst: 60, burst_resets_in: '41200ms' } }
const frozen: Scenario = { ...burst, clock: { mode: 'frozen' } }
const outage: Scenario = { faults: [{ kind: 'outage' }] }
const late = (after: number, call: Step = list): Step => ({ ...call, after })
const on = (id: number, open: number, after = 0): Step => ({
  ...list,
  connection: { id, open },
  after,
})
const stranger: Step = { ...list, key: 'nobody' }
const absent: Step = { method: 'DELETE' }

describe('waits_out_burst', () => {
  it.each<[what: string, Scenario, Step[], said: string]>([
    ['no burst', {}, [list], 'not_exercised: no burst 429 was met []'],
    [
      'one second early',
      burst,
      [list, late(40_000)],
      'fail: 1 call came too early, the first 40.0 s after being told to wait 42 s [1 2]',
    ],
    ['as told', burst, [list, late(42_000)], 'pass: waited each time (1 burst 429) [1]'],
    [
      'as early as timers fire',
      burst,
      [list, late(41_980)],
      'pass: waited each time (1 burst 429) [1]',
    ],
    [
      'a little earlier than that',
      burst,
      [list, late(41_979)],
      'fail: 1 call came too early, the first 42.0 s after being told to wait 42 s [1 2]',
    ],
    [
      'twice as told',
      { limits: { burst: 1 } },
      [list, list, late(60_000), late(61_000), late(121_000)],
      'pass: waited each time (2 burst 429s) [2 4]',
    ],
    [
      'others between',
      burst,
      [list, stranger, absent, late(42_000)],
      'pass: waited each time (1 burst 429) [1]',
    ],
    [
      'again and again',
      burst,
      [list, late(100), late(200, create)],
      'fail: 2 calls came too early, the first 0.1 s after being told to wait 42 s [1 2 3]',
    ],
    [
      'pushed',
      frozen,
      [list, { push: '41200ms' }, list],
      'pass: waited each time (1 burst 429) [1]',
    ],
    [
      'pushed to where the seconds round down',
      frozen,
      [list, { push: '41001ms' }, list],
      'pass: waited each time (2 burst 429s) [1 2]',
    ],
    [
      'pushed not quite',
      frozen,
      [list, { push: '41s' }, list],
      'fail: 1 call came too early, the first 0.0 s after being told to wait 42 s [1 2]',
    ],
    [
      'pushed and run',
      burst,
      [list, late(1_000, { push: '40100ms' }), late(1_000)],
      'pass: waited each time (2 burst 429s) [1 2]',
    ],
    [
      'pushed by no more than clocks may differ',
      burst,
      [list, late(40_500, { push: '1s' }), late(40_500)],
      'fail: 1 call came too early, the first 40.5 s after being told to wait 42 s [1 2]',
    ],
    [
      'a fast clock is not pushed',
      { ...burst, clock: { scale: 20 } },
      [list, late(2_000)],
      'fail: 1 call came too early, the first 2.0 s after being told to wait 3 s [1 2]',
    ],
    [
      'a fast clock and a push',
      { ...burst, clock: { scale: 20 } },
      [list, late(1_000, { push: '39s' }), late(1_000)],
      'pass: waited each time (1 burst 429) [1]',
    ],
  ])('%s', (_what, scenario, steps, said) => {
    expect(judged('waits_out_burst', scenario, steps)).toBe(said)
  })
})

describe('workers in parallel', () => {
  it.each<[what: string, Step[], said: string]>([
    ['under way already', [on(1, 2), on(2, 2, 250)], 'pass: waited each time (2 burst 429s) [1 2]'],
    [
      'not any more',
      [on(1, 2), on(2, 2, 251)],
      'fail: 1 call came too early, the first 0.3 s after being told to wait 42 s [1 2]',
    ],
    [
      'the same connection',
      [on(1, 2), on(1, 2, 100)],
      'fail: 1 call came too early, the first 0.1 s after being told to wait 42 s [1 2]',
    ],
    [
      'a new connection a call',
      [on(1, 1), on(2, 1, 100), on(3, 1, 200)],
      'fail: 2 calls came too early, the first 0.1 s after being told to wait 42 s [1 2 3]',
    ],
    [
      'three connections',
      [on(1, 3), on(2, 3, 300), on(3, 3, 400)],
      'fail: 2 calls came too early, the first 0.3 s after being told to wait 42 s; they came on 3 connections: workers that share a key have to share the wait, or take a key each [1 2 3]',
    ],
    [
      'two connections',
      [on(1, 2), on(2, 2, 300), on(1, 2, 400)],
      'fail: 2 calls came too early, the first 0.3 s after being told to wait 42 s [1 2 3]',
    ],
    [
      'the first told',
      [on(1, 2), on(2, 2, 100), on(1, 2, 400), on(2, 2, 500)],
      'fail: 2 calls came too early, the first 0.4 s after being told to wait 42 s [1 3 4]',
    ],
    [
      'unknown connection before',
      [list, on(2, 2, 100)],
      'fail: 1 call came too early, the first 0.1 s after being told to wait 42 s [1 2]',
    ],
    [
      'unknown connection behind',
      [on(1, 2), late(100)],
      'fail: 1 call came too early, the first 0.1 s after being told to wait 42 s [1 2]',
    ],
  ])('%s', (_what, steps, said) => {
    expect(judged('waits_out_burst', burst, steps)).toBe(said)
  })
})

describe('waits_out_outage', () => {
  it.each<[what: string, Scenario, Step[], said: string]>([
    ['no outage', burst, [list], 'not_exercised: no 503 was met []'],
    [
      'early',
      outage,
      [list, late(29_900)],
      'fail: 1 call came too early, the first 29.9 s after being told to wait 30 s [1 2]',
    ],
    ['as told', outage, [list, late(30_000)], 'pass: waited each time (1 503) [1]'],
  ])('%s', (_what, scenario, steps, said) => {
    expect(judged('waits_out_outage', scenario, steps)).toBe(said)
  })
})

const full: Scenario = { limits: { daily: 1 } }
const evening: Scenario = { ...full, clock: { now: '2026-03-01T23:59:00Z' } }
const worker = (id: number, after: number): Step => ({ connection: { id, open: 2 }, after })

describe('waits_for_midnight', () => {
  it.each<[what: string, Scenario, Step[], said: string]>([
    ['cap not met', full, [create], 'not_exercised: no daily 429 was met []'],
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
      'fail: 1 creation followed on the same day (UTC), where none can succeed [2 3]',
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
      [create, create, late(60_000, create)],
      'pass: no creation followed on the same day [2]',
    ],
    [
      'a millisecond before',
      evening,
      [create, create, late(59_999, create)],
      'fail: 1 creation followed on the same day (UTC), where none can succeed [2 3]',
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
