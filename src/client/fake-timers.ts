import type { ClientSession } from './client-session.ts'
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
    'clock.skipWaits: the timers or the Date of this test are fake, so a wait cannot be recognized; call vi.useRealTimers(), jest.useRealTimers() or mock.timers.reset() first: waits take no time anyway'
  throw new SandboxError('refused', message)
}

/** From here on the fake timers of a test were moved, and do not just run beside the account's clock. */
const MOVED_MS = 1_000

/**
 * Fake timers that are moved before the account's clock make a client call again at once on that clock.
 * @throws SandboxError `refused` if a client came too early in such a test
 */
export async function refuseLateMove(session: ClientSession, name: string): Promise<void> {
  if (!areFake()) return
  const { clock } = await session.ask((client) => client.account(name))
  if (Number(new Date()) - Date.parse(clock.now) < MOVED_MS) return
  const { etiquette } = await session.ask((client) => client.report(name))
  const early = etiquette.find(({ rule, verdict }) => WAITING.includes(rule) && verdict === 'fail')
  if (early === undefined) return
  const message = `advance_clock: ${early.why}: the fake timers of this test were moved before the account's clock; move the account's clock first, or use clock.skipWaits instead of fake timers`
  throw new SandboxError('refused', message)
}

const WAITING: readonly string[] = ['waits_out_outage', 'waits_out_burst']
