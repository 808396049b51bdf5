import { SandboxError } from '../../../client/error.ts'
import { attempt, client } from '../../state/client.ts'
import { lossesAfter } from '../../state/travel/losses.ts'
import type { HistoryItem } from '../../state/types.ts'

/** The newest entry of the sandbox at some time. */
export type Since = HistoryItem

/** The most entries that are looked through. */
const MAX_ITEMS = 2_000

/** Undefined if the sandbox does not tell. */
export async function newestEntry(): Promise<Since | undefined> {
  const found = await attempt(() => client.value.history(undefined, { limit: 1 }))
  return found?.history.at(-1)
}

/** What has taken effect in these accounts since an entry, in words. */
export async function doneSince(
  since: Since | undefined,
  names: readonly string[],
): Promise<readonly string[]> {
  const items = since && (await itemsAfter(since))
  if (!items) return ['what was done since']
  return names.flatMap((name) => {
    const own = items.filter(({ account }) => account === name)
    const { lost } = lossesAfter(since, own)
    return name === 'default' ? lost : lost.map((each) => `${each} (${name})`)
  })
}

/** Newest first; undefined if they are too many or too large for an answer. */
async function itemsAfter({ order }: Since): Promise<readonly HistoryItem[] | undefined> {
  try {
    const { history } = await client.value.history(undefined, { after: order, limit: MAX_ITEMS })
    return history.length < MAX_ITEMS ? history.toReversed() : undefined
  } catch (error) {
    if (error instanceof SandboxError) return undefined
    throw error
  }
}
