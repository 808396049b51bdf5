import type { ControlClient } from '../../../client/client.ts'
import type { ActionView, PerformedView } from '../../../contract/control/control-shapes.ts'
import type { SafeIo } from '../../output/io.ts'

/** The sandbox answers other requests between two slices, and the user sees the progress. */
const SLICE = 50_000

/**
 * Runs `populate_aliases`, in slices if there are many, and shows the progress on a terminal. Each slice
 * continues the series of generated texts after the previous one.
 */
export async function populateInSlices(
  client: ControlClient,
  account: string,
  action: ActionView,
  args: Record<string, unknown>,
  io: SafeIo,
): Promise<PerformedView> {
  const { count, skip = 0 } = args
  const perform = (part: object) => {
    const asked = { account, action: action.name, body: { ...args, ...part } }
    return client.ask('POST actions/:action', asked)
  }
  if (!isMany(count) || typeof skip !== 'number') return perform({})
  // All or nothing: a request that does not fit is sent as a whole, so that the sandbox refuses it.
  const { aliases } = await client.ask('GET accounts/:account', { account })
  if (aliases + count > maxOf(action, 'count') || skip + count > maxOf(action, 'skip')) {
    return perform({})
  }

  const fired: PerformedView['fired'] = []
  for (let made = 0; ;) {
    const size = Math.min(SLICE, count - made)
    const performed = await perform({ count: size, skip: skip + made })
    made += size
    fired.push(...performed.fired)
    if (io.isTerminal) io.stderr.writeRaw(`\r${made} of ${count}${made < count ? '' : '\n'}`)
    if (made === count) {
      return { ...performed, result: { ...(performed.result as object), populated: count }, fired }
    }
  }
}

function isMany(count: unknown): count is number {
  return typeof count === 'number' && Number.isSafeInteger(count) && count > SLICE
}

/** The maximum of an argument, which is also the maximum number of aliases of an account. */
function maxOf({ arguments: schema }: ActionView, name: 'count' | 'skip'): number {
  const { properties } = schema as { properties: Record<string, { maximum: number }> }
  return properties[name]!.maximum
}
