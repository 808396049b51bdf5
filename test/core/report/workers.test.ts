import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { judged, list, type Step } from '../../support/core/judged.ts'

// A call that may have been sent before the client received Retry-After does not count against it.

const burst: Scenario = { usage: { burst: 60, burst_resets_in: '41200ms' } }
const late = (after: number): Step => ({ ...list, after })
/** `freeAfter`: the answers that had ended when the connection became free; unknown if left out. */
const on = (id: number, after = 0, freeAfter?: number): Step => ({
  ...list,
  connection: { id, isNew: true, ...(freeAfter !== undefined && { freeAfter }) },
  after,
})

const inUse = (id: number, after: number, freeAfter: number): Step => ({
  ...list,
  connection: { id, freeAfter },
  after,
})
/** Without keep-alive: closed as soon as the call was answered. */
const closed = (id: number, freeAfter: number): Step => ({
  ...list,
  connection: { id, isNew: true, freeAfter, life: { closedAfter: freeAfter + 1 } },
  after: freeAfter * 3,
})

describe('workers in parallel', () => {
  it.each<[what: string, Step[], said: string]>([
    [
      'under way already, however late it arrives',
      [on(1, 0, 0), on(2, 5_000, 0)],
      'pass: waited or called no more (2 burst 429s) [1 2]',
    ],
    [
      'on a connection of which nobody knows when it was opened',
      [on(1), on(2, 250)],
      'advice: 1 call came too early, the first 0.3 s after a response that asked to wait 42 s; and workers [1 2]',
    ],
    [
      'perhaps not any more, on a connection that was in use before',
      [on(1, 0, 0), inUse(2, 1, 0)],
      'advice: 1 call came too early, the first 0.0 s after a response that asked to wait 42 s; and workers [1 2]',
    ],
    [
      'not any more, on a connection that was opened when the one before was closed',
      [closed(1, 0), on(2, 251, 1)],
      'fail: 1 call came too early, the first 0.3 s after a response that asked to wait 42 s [1 2]',
    ],
    [
      'the same connection',
      [on(1), on(1, 100)],
      'fail: 1 call came too early, the first 0.1 s after a response that asked to wait 42 s [1 2]',
    ],
    [
      'a new connection a call, each opened after the answer before',
      [closed(1, 0), closed(2, 1), closed(3, 2)],
      'fail: 2 calls came too early, the first 0.0 s after a response that asked to wait 42 s [1 2 3]',
    ],
    [
      'the first connection is still open when the last is opened',
      [on(1, 0, 0), on(2, 3, 0), on(3, 6, 1)],
      'advice: 1 call came too early, the first 0.0 s after a response that asked to wait 42 s; and workers [1 3]',
    ],
    [
      'three connections',
      [on(1, 0, 0), on(2, 300, 1), on(3, 400, 1)],
      'advice: 2 calls came too early, the first 0.3 s after a response that asked to wait 42 s; and workers [1 2 3]',
    ],
    [
      'two connections, one of them again',
      [on(1, 0, 0), on(2, 300, 1), inUse(1, 400, 1)],
      'fail: 2 calls came too early, the first 0.4 s after a response that asked to wait 42 s; and workers [1 3 2]',
    ],
    [
      'unknown connection before',
      [list, on(2, 100)],
      'fail: 1 call came too early, the first 0.1 s after a response that asked to wait 42 s [1 2]',
    ],
    [
      'unknown connection behind',
      [on(1), late(100)],
      'fail: 1 call came too early, the first 0.1 s after a response that asked to wait 42 s [1 2]',
    ],
  ])('%s', (_what, steps, said) => {
    expect(judged('waits_out_burst', burst, steps)).toBe(said)
  })
})
