import { SandboxError } from './error.ts'

/** What functions of test tools show of themselves. */
type MaybeFake = { clock?: unknown; isFake?: unknown }

/**
 * Have the timers or the Date of this test been replaced by a test tool? Such timers are no timers of Node, or
 * name their clock; such a Date is not native.
 */
function areFake(): boolean {
  const { setTimeout: set, clearTimeout: clear, Date: date } = globalThis
  if ((set as MaybeFake).clock !== undefined) return true
  const timer: unknown = set(() => {}, 1_000_000)
  clear(timer as number)
  const isNodes = typeof timer !== 'object' || timer === null || '_idleStart' in timer
  if (!isNodes || (date as MaybeFake).isFake !== undefined) return true
  return !Function.prototype.toString.call(date).includes('[native code]')
}

/** @throws SandboxError `refused` if only a test tool knows how long this test waits. */
export function refuseFakes(): void {
  if (!areFake()) return
  const message =
    'clock.skipWaits: the timers or the Date of this test are fake, so nobody can tell a wait from none; call vi.useRealTimers(), jest.useRealTimers() or mock.timers.reset() first: waits take no time anyway'
  throw new SandboxError('refused', message)
}
