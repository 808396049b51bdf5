import { batch, computed, signal } from '@preact/signals'
import { client, read } from './client.ts'
import { route } from './route.ts'
import type { Entry, HistoryItem } from './types.ts'

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
/** Full calls by their id, which wait for their place in the history. */
const placeless = new Map<string, Entry>()

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
  placeless.clear()
  batch(() => {
    items.value = []
    isStoryLoaded.value = false
    dropped.value = 0
  })
}

/** Keeps a call until its place in the story arrives. */
export function takeEntry(entry: Entry): void {
  if (entry.account === route.value.account) placeless.set(entry.id, entry)
}

/** An entry as the event stream tells it: a call in short form. */
export type StreamedItem =
  | Exclude<HistoryItem, { type: 'call' }>
  | Pick<Extract<HistoryItem, { type: 'call' }>, 'order' | 'type' | 'id' | 'account'>

/** Adds an entry to the story; a call whose content has not arrived is loaded. */
export function takeItem(item: StreamedItem): void {
  if (item.account !== route.value.account) return
  if (item.type !== 'call') return add(item)
  const entry = placeless.get(item.id)
  placeless.delete(item.id)
  if (!entry) return void fetchCall(item)
  add({
    ...entry,
    order: item.order,
    type: 'call',
    ended_at: null,
    connection: null,
    client_left: false,
  })
}

/** Loads a call that was too large for an event; the sandbox may have dropped it since. */
async function fetchCall({ account, id, order }: { account: string; id: string; order: number }) {
  const ignore = () => {}
  const found = await read(
    () => client.value.history(account, { after: String(order - 1), limit: 1 }),
    ignore,
  )
  const [item] = found?.history ?? []
  if (item?.id === id && account === route.value.account) add(item)
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
