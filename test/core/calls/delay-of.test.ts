import { describe, expect, it } from 'vitest'
import type { FaultSpec } from '../../../src/contract/faults.ts'
import { toAccountView } from '../../../src/control/views/account-view.ts'
import { callCore } from '../../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'

function delaysOf(ms: FaultSpec['ms'], calls: number, seed = 1): number[] {
  const sandbox = coreSandbox(
    { faults: [{ kind: 'delay', ms, times: 'always' }], limits: { burst: 'off' } },
    { seed },
  )
  return Array.from({ length: calls }, () => callCore(sandbox, { method: 'GET' }).delivery.delay_ms)
}

describe('the delays of a fault', () => {
  it('of a list come in order, and begin again at its end', () => {
    expect(delaysOf([50, 0, 3_000], 7)).toEqual([50, 0, 3_000, 50, 0, 3_000, 50])
  })

  it('drawn from a median and a percentile are half at most the one, 99 of 100 at most the other', () => {
    const drawn = delaysOf({ p50: 40, p99: 900 }, 4_000)
    const share = (most: number) => drawn.filter((ms) => ms <= most).length / drawn.length
    expect(share(40)).toBeCloseTo(0.5, 1)
    expect(share(900)).toBeCloseTo(0.99, 2)
    expect(Math.min(...drawn)).toBeGreaterThanOrEqual(1)
  })

  it('are the same in each run of a seed, and others with another seed', () => {
    const ms = { p50: 200, p99: 2_000 }
    expect(delaysOf(ms, 20)).toEqual(delaysOf(ms, 20))
    expect(delaysOf(ms, 20)).not.toEqual(delaysOf(ms, 20, 2))
  })

  it('differ between two faults of one account', () => {
    const ms = { p50: 200, p99: 2_000 }
    const sandbox = coreSandbox({ limits: { burst: 'off' } })
    const account = sandbox.account('default')
    const [one, other] = [1, 2].map(() => {
      sandbox.perform(account, 'clear_faults', {}, MACHINE_MS)
      sandbox.perform(account, 'arm_fault', { kind: 'delay', ms, times: 'always' }, MACHINE_MS)
      return Array.from({ length: 9 }, () => callCore(sandbox).delivery.delay_ms)
    })
    expect(one).not.toEqual(other)
  })

  it('never last longer than ten minutes', () => {
    expect(Math.max(...delaysOf({ p50: 500_000, p99: 600_000 }, 500))).toBe(600_000)
  })

  it('are foretold as they then are', () => {
    const sandbox = coreSandbox({
      faults: [{ kind: 'delay', ms: { p50: 40, p99: 900 }, times: 'always' }],
    })
    const account = sandbox.account('default')
    for (let call = 0; call < 5; call += 1) {
      const { delay_ms: foretold } = toAccountView(account).next_call.create
      expect(callCore(sandbox).delivery.delay_ms).toBe(foretold)
    }
  })
})
