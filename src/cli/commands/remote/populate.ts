import type { ActionView, ControlClient, PerformedView } from '../../../client/client.ts'
import type { SafeIo } from '../../output/io.ts'

/** So many at a time: the sandbox goes on answering in between, and a person sees how far it is. */
const SLICE = 50_000

/**
 * Performs `populate_aliases`: many in slices, telling on a terminal how far it is. Each slice goes on
 * in the series of texts where the one before it ended.
 */
export async function populateInSlices(
  client: ControlClient,
  account: string,
  action: ActionView,
  args: Record<string, unknown>,
  io: SafeIo,
): Promise<PerformedView> {
  const { count, skip = 0 } = args
  const perform = (part: object) => client.perform(account, action.name, { ...args, ...part })
  if (!isMany(count) || typeof skip !== 'number') return perform({})
  // All or none: what would not fit is asked for in one, and so refused.
  const { aliases } = await client.account(account)
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

/** The largest number that an argument may be; an account holds no more aliases than one count. */
function maxOf({ arguments: schema }: ActionView, name: 'count' | 'skip'): number {
  const { properties } = schema as { properties: Record<string, { maximum: number }> }
  return properties[name]!.maximum
}
