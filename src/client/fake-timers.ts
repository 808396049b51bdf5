import type { ControlClient } from './client.ts'
import { SandboxError } from './error.ts'

/** The marks on functions of test tools, and the Date of `clock.skipWaits`, which is none of theirs. */
type MaybeFake = { clock?: { machineMs?: unknown } }
type Set = (act: () => void, ms: number) => unknown
type Clear = (id: never) => void
type MaybeNode = {
  process?: { getActiveResourcesInfo?: () => string[] }
  setImmediate?: Set
  clearImmediate?: Clear
}

/** Have the timers or the Date of a test been replaced by a test tool? */
export function areFake(realm = globalThis): boolean {
  const { setTimeout, setInterval, clearTimeout, clearInterval, Date: date } = realm
  const { setImmediate, clearImmediate } = realm as MaybeNode
  const isMarked = ({ clock }: MaybeFake) => clock !== undefined && clock.machineMs === undefined
  if ([setTimeout, setInterval, date].some((each) => isMarked(each as MaybeFake))) return true
  const isNative = Function.prototype.toString.call(date).includes('[native code]')
  if (!isNative && (date as MaybeFake).clock === undefined) return true
  const isNodes =
    isCounted('Timeout', setTimeout, clearTimeout) &&
    isCounted('Timeout', setInterval, clearInterval) &&
    isCounted('Immediate', setImmediate, clearImmediate)
  return !isNodes
}

/** Does Node know of a timer that is set? Browsers do not say. */
function isCounted(type: string, set?: Set, clear?: Clear): boolean {
  const { process } = globalThis as MaybeNode
  if (!process?.getActiveResourcesInfo || !set) return true
  const count = () => process.getActiveResourcesInfo!().filter((each) => each === type).length
  const before = count()
  const timer = set(() => {}, 1_000_000)
  const isOne = count() > before
  // Node must not be given what is not its own, and the other never fires by itself.
  if (isOne) clear?.(timer as never)
  return isOne
}

/** The error for a test in which nobody but a test tool knows how long a client waits. */
export function toRefusal(): SandboxError {
  const message =
    'clock.skipWaits: the timers or the Date of this test are fake, so a wait cannot be recognized; call vi.useRealTimers(), jest.useRealTimers() or mock.timers.reset() first: waits take no time anyway'
  return new SandboxError('refused', message)
}

/** From here on the fake timers of a test were moved, and do not just run beside the account's clock. */
const MOVED_MS = 1_000

/**
 * Fake timers that are moved before the account's clock make a client ask again at once on that clock.
 * @throws SandboxError `refused` if a client came too early in such a test
 */
export async function refuseLateMove(client: ControlClient, name: string): Promise<void> {
  if (!areFake()) return
  const { clock } = await client.ask('GET accounts/:account', { account: name })
  if (Number(new Date()) - Date.parse(clock.now) < MOVED_MS) return
  const { etiquette } = await client.ask('GET report', { account: name })
  const early = etiquette.find(({ rule, verdict }) => WAITING.includes(rule) && verdict === 'fail')
  if (early === undefined) return
  const message = `advance_clock: ${early.why}: the fake timers of this test were moved before the account's clock; move the account's clock first, or use clock.skipWaits instead of fake timers`
  throw new SandboxError('refused', message)
}

const WAITING: readonly string[] = ['waits_out_outage', 'waits_out_burst']
