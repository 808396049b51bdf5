import { batch, computed, signal } from '@preact/signals'
import { client, read } from './client.ts'
import { route } from './route.ts'
import type { HistoryItem } from './types.ts'

/**
 * The story of the account: its calls, the actions, and the events of its clock, newest first. What
 * arrives is added in batches, so that the page stays calm.
 */
export const items = signal<readonly HistoryItem[]>([])
/** Whether the story has been loaded for the account in the URL. */
export const isStoryLoaded = signal(false)
/** How many older calls the sandbox has dropped, when the story was last loaded. */
export const dropped = signal(0)
/** The calls of the story, newest first. */
export const calls = computed(() => items.value.filter((item) => item.type === 'call'))

/** The most entries that the page keeps: the default size of a journal, and what happened around it. */
const MAX_ITEMS = 2_000
const BATCH_MS = 200

/** What has arrived and is not shown yet. */
let arrived: HistoryItem[] = []
let isPlanned = false

/** Loads the story of the account in the URL. */
export async function loadStory(name: string): Promise<void> {
  const loaded = await read(() => client.value.history(name, { limit: MAX_ITEMS }), forget)
  if (!loaded || route.value.account !== name) return
  batch(() => {
    dropped.value = Object.values(loaded.dropped).reduce((total, count) => total + count, 0)
    items.value = merge(loaded.history, items.value)
    isStoryLoaded.value = true
  })
}

/** Empties the story, when another account is opened. */
export function forget(): void {
  arrived = []
  batch(() => {
    items.value = []
    isStoryLoaded.value = false
    dropped.value = 0
  })
}

/** An entry as an event tells it: in short, if it is too large for an event. */
export type StreamedItem =
  HistoryItem | (Pick<HistoryItem, 'account' | 'order'> & { too_large: true })

/** Adds an entry to the story, or replaces it; one that was too large for an event is loaded. */
export function takeItem(item: StreamedItem): void {
  if (item.account !== route.value.account) return
  if ('too_large' in item) void fetchItem(item)
  else add(item)
}

/** Loads an entry; the sandbox may have dropped it since. */
async function fetchItem({ account, order }: { account: string; order: number }) {
  const found = await read(
    () => client.value.history(account, { after: String(order - 1), limit: 1 }),
    () => {},
  )
  const [item] = found?.history ?? []
  if (item?.order === order && account === route.value.account) add(item)
}

function add(item: HistoryItem): void {
  arrived.push(item)
  if (isPlanned) return
  isPlanned = true
  setTimeout(() => {
    isPlanned = false
    if (arrived.length === 0) return
    items.value = merge(arrived, items.value)
    arrived = []
  }, BATCH_MS)
}

/** Newest first, each entry once. */
function merge(
  some: readonly HistoryItem[],
  others: readonly HistoryItem[],
): readonly HistoryItem[] {
  const byOrder = new Map<number, HistoryItem>()
  for (const item of others) byOrder.set(item.order, item)
  for (const item of some) byOrder.set(item.order, item)
  const merged = [...byOrder.values()].toSorted((a, b) => b.order - a.order).slice(0, MAX_ITEMS)
  // An account that was deleted and created again has a story of its own.
  const birth = merged.findIndex(({ id }) => id === 'start_1')
  return birth < 0 ? merged : merged.slice(0, birth + 1)
}
