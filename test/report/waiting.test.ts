import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../src/contract/scenario/scenario.ts'
import { create, judged, list, type Step } from '../support/core/judged.ts'

// A client that retries before Retry-After has passed breaks the rule. One that waits, or advances
// the clock of its account past the wait, follows it.

const burst: Scenario = { usage: { burst: 60, burst_resets_in: '41200ms' } }
const frozen: Scenario = { ...burst, clock: { mode: 'frozen' } }
const outage: Scenario = { faults: [{ kind: 'outage' }] }
const late = (after: number, call: Step = list): Step => ({ ...call, after })

/** The verdict; of a failure, how long the client waited, and how long it should have. */
const shortened = (said: string) =>
  said
    .replace(/^(pass|not_exercised): .* \[/, '$1 [')
    .replace(/: .* The first came (right|[\d.]+ s) after .* (\d+) s /, ': $1, told $2 s ')

describe('waits_out_burst', () => {
  it.each<[what: string, Scenario, Step[], said: string]>([
    ['no burst', {}, [list], 'not_exercised []'],
    ['as told', burst, [list, late(42_000)], 'pass [1 evt_1]'],
    ['as early as timers fire', burst, [list, late(41_980)], 'pass [1 evt_1]'],
    ['a little earlier, behind the reset', burst, [list, late(41_979)], 'pass [1 evt_1]'],
    [
      'a fault that goes on beyond the reset of the window, as told',
      { usage: { burst: 3, burst_resets_in: '10s' }, faults: [{ kind: 'burst', for: '19500ms' }] },
      [list, late(19_600)],
      'pass [1 evt_2]',
    ],
    [
      'only for the window, though a fault goes on',
      { usage: { burst: 3, burst_resets_in: '10s' }, faults: [{ kind: 'burst', for: '20s' }] },
      [list, late(11_000)],
      'fail: 11.0 s, told 20 s [1 2]',
    ],
    [
      'twice as told',
      { limits: { burst: 1 } },
      [list, list, late(60_000), late(61_000), late(121_000)],
      'pass [2 evt_1 4 evt_2]',
    ],
    [
      'again and again',
      burst,
      [list, late(100), late(200, create)],
      'fail: right, told 42 s [1 2 3]',
    ],
    [
      'a fault that asks for more than a minute, as told',
      { faults: [{ kind: 'burst', times: 1, retry_after: 300 }] },
      [list, late(300_000)],
      'pass [1]',
    ],
    [
      'a fault that asks for more than a minute, after a minute',
      { faults: [{ kind: 'burst', times: 1, retry_after: 300 }] },
      [list, late(61_000)],
      'fail: 61.0 s, told 300 s [1 2]',
    ],
    [
      'a fault that asks for more than a minute, pushed by a minute',
      { faults: [{ kind: 'burst', times: 1, retry_after: 300 }], clock: { mode: 'frozen' } },
      [list, { push: '61s' }, list],
      'fail: 61.0 s, told 300 s [1 2]',
    ],
    [
      'a fault on a fast clock, pushed by what it was armed with',
      { faults: [{ kind: 'burst', times: 1, retry_after: 100 }], clock: { scale: 7 } },
      [list, { push: '100s' }, list],
      'pass [1]',
    ],
    [
      'a fault that counts down, each time what is left',
      { faults: [{ kind: 'burst', times: 2, retry_after: 20 }], clock: { mode: 'frozen' } },
      [list, { push: '5s' }, list, { push: '15s' }, list],
      'fail: 5.0 s, told 20 s [1 2]',
    ],
    [
      'as told by an answer that took long, though a client cannot know that the window is over',
      { usage: { burst: 60, burst_resets_in: '5s' }, faults: [{ kind: 'delay', ms: 10_000 }] },
      [list, late(14_900)],
      'fail: 4.9 s, told 5 s [1 2]',
    ],
    [
      'until the window resets, though the answer took long',
      { ...burst, faults: [{ kind: 'delay', ms: 10_000 }] },
      [list, late(41_500)],
      'pass [1 evt_1]',
    ],
    [
      'a fault whose answer took longer than it asks to wait, and no longer',
      {
        faults: [
          { kind: 'burst', times: 1, retry_after: 1 },
          { kind: 'delay', ms: 1_200 },
        ],
      },
      [list, late(1_300)],
      'fail: right, told 1 s [1 2]',
    ],
    [
      'pushed while the answer was on its way',
      { ...burst, faults: [{ kind: 'delay', ms: 10_000 }] },
      [list, late(5_000, { push: '42s' }), late(10_100)],
      'pass [1 evt_1]',
    ],
    [
      'pushed to where the seconds round down',
      frozen,
      [list, { push: '41001ms' }, list],
      'fail: 41.0 s, told 42 s [1 2]',
    ],
    [
      'pushed and run',
      burst,
      [list, late(1_000, { push: '40100ms' }), late(1_000)],
      'fail: 41.1 s, told 42 s [1 2]',
    ],
    [
      'pushed by a second, to behind the reset',
      burst,
      [list, late(40_500, { push: '1s' }), late(40_500)],
      'pass [1 evt_1]',
    ],
  ])('%s', (_what, scenario, steps, said) => {
    expect(shortened(judged('waits_out_burst', scenario, steps))).toBe(said)
  })
})

describe('waits_out_outage', () => {
  it.each<[what: string, Scenario, Step[], said: string]>([
    ['no outage', burst, [list], 'not_exercised []'],
    ['as told', outage, [list, late(30_000)], 'pass [1]'],
    ['as early as timers fire', outage, [list, late(29_980)], 'pass [1]'],
    ['a little earlier than that', outage, [list, late(29_979)], 'fail: 29.9 s, told 30 s [1 2]'],
    [
      'as told by an answer that took long',
      { faults: [{ kind: 'outage' }, { kind: 'delay', ms: 10_000 }] },
      [list, late(40_000)],
      'pass [1]',
    ],
    [
      'from when it sent the call, though the answer took long',
      { faults: [{ kind: 'outage' }, { kind: 'delay', ms: 10_000 }] },
      [list, late(39_900)],
      'fail: 29.9 s, told 30 s [1 2]',
    ],
  ])('%s', (_what, scenario, steps, said) => {
    expect(shortened(judged('waits_out_outage', scenario, steps))).toBe(said)
  })
})
