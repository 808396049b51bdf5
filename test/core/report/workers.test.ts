import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../../src/contract/scenario.ts'
import { judged, list, type Step } from '../../support/core/judged.ts'

// A call that may have been sent before the client received Retry-After does not count against it.

const burst: Scenario = { usage: { burst: 60, burst_resets_in: '41200ms' } }
const late = (after: number): Step => ({ ...list, after })
const on = (id: number, open: number, after = 0): Step => ({
  ...list,
  connection: { id, open },
  after,
})

describe('workers in parallel', () => {
  it.each<[what: string, Step[], said: string]>([
    ['under way already', [on(1, 2), on(2, 2, 250)], 'pass: waited each time (2 burst 429s) [1 2]'],
    [
      'not any more',
      [on(1, 2), on(2, 2, 251)],
      'fail: 1 call came too early, the first 0.3 s after a response that asked to wait 42 s [1 2]',
    ],
    [
      'the same connection',
      [on(1, 2), on(1, 2, 100)],
      'fail: 1 call came too early, the first 0.1 s after a response that asked to wait 42 s [1 2]',
    ],
    [
      'a new connection a call',
      [on(1, 1), on(2, 1, 100), on(3, 1, 200)],
      'fail: 2 calls came too early, the first 0.1 s after a response that asked to wait 42 s [1 2 3]',
    ],
    [
      'three connections',
      [on(1, 3), on(2, 3, 300), on(3, 3, 400)],
      'fail: 2 calls came too early, the first 0.3 s after a response that asked to wait 42 s; they came on 3 connections: workers that share a key must share the wait or use a key each [1 2 3]',
    ],
    [
      'two connections',
      [on(1, 2), on(2, 2, 300), on(1, 2, 400)],
      'fail: 2 calls came too early, the first 0.3 s after a response that asked to wait 42 s [1 2 3]',
    ],
    [
      'the first told',
      [on(1, 2), on(2, 2, 100), on(1, 2, 400), on(2, 2, 500)],
      'fail: 2 calls came too early, the first 0.4 s after a response that asked to wait 42 s [1 3 4]',
    ],
    [
      'unknown connection before',
      [list, on(2, 2, 100)],
      'fail: 1 call came too early, the first 0.1 s after a response that asked to wait 42 s [1 2]',
    ],
    [
      'unknown connection behind',
      [on(1, 2), late(100)],
      'fail: 1 call came too early, the first 0.1 s after a response that asked to wait 42 s [1 2]',
    ],
  ])('%s', (_what, steps, said) => {
    expect(judged('waits_out_burst', burst, steps)).toBe(said)
  })
})
