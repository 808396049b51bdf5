import type { ActionView, ControlClient, PerformedView } from '../../../client/client.ts'
import type { SafeIo } from '../../output/io.ts'

/** So many at a time: the sandbox goes on answering in between, and a person sees how far it is. */
const SLICE = 50_000

/** Performs `populate_aliases`: many in slices, telling on a terminal how far it is. */
export async function populateInSlices(
  client: ControlClient,
  account: string,
  action: ActionView,
  args: Record<string, unknown>,
  io: SafeIo,
): Promise<PerformedView> {
  const { count } = args
  const perform = (size: unknown) => client.perform(account, action.name, { ...args, count: size })
  if (!isMany(count)) return perform(count)
  // All or none: what would not fit is asked for in one, and so refused.
  const { aliases } = await client.account(account)
  if (aliases + count > mostOf(action)) return perform(count)

  const fired: PerformedView['fired'] = []
  for (let made = 0; ;) {
    const size = Math.min(SLICE, count - made)
    const performed = await perform(size)
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

/** An account holds no more aliases than can be made at once. */
function mostOf({ arguments: schema }: ActionView): number {
  const { properties } = schema as { properties: { count: { maximum: number } } }
  return properties.count.maximum
}
