import { batch, computed, signal } from '@preact/signals'
import type { GivenQuery } from '../../contract/control/routes.ts'
import { client, read } from './client.ts'
import { route, whileOpen } from './route.ts'
import { source } from './source.ts'
import { findTakenBack } from './travel/taken-back.ts'
import type { Entry } from './types.ts'

/**
 * The story of the account: its calls, the actions, and the events of its clock, newest first. What
 * arrives is added in batches, so that the page stays calm.
 */
export const items = signal<readonly Entry[]>([])
/** Whether the story has been loaded for the account in the URL. */
export const isStoryLoaded = signal(false)
/** Whether the sandbox may have entries that are older than those of the page. */
export const hasOlder = signal(false)
/** Id of the entry from which on nothing is missing, when the story was last loaded. */
export const completeFrom = signal<string | null>(null)
/** The orders of the entries that hold no more. */
export const takenBack = computed(() => findTakenBack(items.value))

/** The most entries that the page keeps by itself: the default size of a journal, and what happened around it. */
const MAX_ITEMS = 2_000
/** How many older entries are loaded on demand; a page that is left open stays bounded. */
const OLDER_ITEMS = 1_000
const MAX_CAPACITY = 20_000
/** Calls with large bodies: so many always fit into one answer. */
const FEW_ITEMS = 200
const BATCH_MS = 200

let capacity = MAX_ITEMS
/** Entries that have arrived and are not shown yet. */
let arrived: Entry[] = []
/** The places of entries that were too large for an event. */
let missing: number[] = []
let isPlanned = false
let isFetching = false

/** Loads the story of the account in the URL. */
export async function loadStory(name: string): Promise<void> {
  const recorded = isStoryLoaded.value ? [] : source.value.recorded(route.value.run, name)
  show(merge(recorded, items.value))
  const known = new Set(items.value)
  const isOpen = whileOpen()
  const loaded = await readNewest(name, isOpen)
  if (!loaded || !isOpen()) return
  batch(() => {
    completeFrom.value = toText(loaded.complete_from)
    hasOlder.value = loaded.history.length === loaded.limit
    // A session may have replaced what was known; what is older than the loaded entries was not asked for.
    const oldest = hasOlder.value ? (loaded.history[0]?.order ?? 0) : 0
    const others = items.value.filter((item) => !known.has(item) || item.order < oldest)
    show(merge(loaded.history, others))
    isStoryLoaded.value = true
  })
}

/** Loads the entries before the oldest one of the page. */
export async function loadOlder(): Promise<void> {
  const isOpen = whileOpen()
  const { account: name } = route.value
  const oldest = items.value.at(-1)
  if (!oldest) return
  const before = { before: oldest.order, limit: OLDER_ITEMS }
  const loaded = await read(() => historyOf(name, before))
  if (!loaded || !isOpen()) return
  capacity = Math.min(capacity + loaded.history.length, MAX_CAPACITY)
  batch(() => {
    completeFrom.value = toText(loaded.complete_from)
    hasOlder.value = loaded.history.length === OLDER_ITEMS
    show(merge(loaded.history, items.value))
  })
}

/** Asks how far back the story is complete: the sandbox drops old entries that the page still has. */
export async function refreshCompleteFrom(): Promise<void> {
  const isOpen = whileOpen()
  const { account: name } = route.value
  const loaded = await read(() => historyOf(name, { limit: 1 }))
  if (loaded && isOpen()) completeFrom.value = toText(loaded.complete_from)
}

function historyOf(account: string, query: GivenQuery<'GET history'>) {
  return client.value.ask('GET accounts/:account/history', { account, query })
}

/** Loads an entry that the page does not have; undefined if the sandbox does not have it either. */
export async function findItem(name: string, id: string): Promise<Entry | undefined> {
  const ignore = () => {}
  const found = await read(async () => {
    const { history: older } = await historyOf(name, { before: id, limit: 1 })
    const after = older[0]?.order ?? 0
    return (await historyOf(name, { after, limit: 1 })).history[0]
  }, ignore)
  return found?.id === id ? found : undefined
}

/** Empties the story, when another account is opened. */
export function forget(): void {
  arrived = []
  missing = []
  capacity = MAX_ITEMS
  batch(() => {
    items.value = []
    isStoryLoaded.value = false
    hasOlder.value = false
    completeFrom.value = null
  })
}

/** An entry as the event stream tells it, in short if it is too large. */
export type StreamedItem = Entry | (Pick<Entry, 'order' | 'account'> & { too_large: true })

/** Adds an entry to the story with the next batch. */
export function takeItem(item: StreamedItem): void {
  if (item.account !== route.value.account) return
  if ('too_large' in item) missing.push(item.order)
  else arrived.push(item)
  plan()
}

function plan(): void {
  if (isPlanned) return
  isPlanned = true
  setTimeout(showArrived, BATCH_MS)
}

function showArrived(): void {
  isPlanned = false
  if (missing.length > 0) void fetchMissing()
  if (arrived.length === 0) return
  const some = arrived
  arrived = []
  show(merge(some, items.value))
}

/** Loads what was too large for an event, all at once; the sandbox may have dropped it since. */
async function fetchMissing(): Promise<void> {
  if (isFetching) return
  isFetching = true
  const isOpen = whileOpen()
  const { account: name } = route.value
  const orders = new Set(missing)
  missing = []
  const range = { after: Math.min(...orders) - 1, before: Math.max(...orders) + 1 }
  const found = await read(() => historyOf(name, range))
  isFetching = false
  for (const item of (isOpen() && found?.history) || []) if (orders.has(item.order)) takeItem(item)
  if (missing.length > 0) plan()
}

async function readNewest(name: string, isOpen: () => boolean) {
  for (const limit of [MAX_ITEMS, FEW_ITEMS]) {
    let isTooMuch = false
    const loaded = await read(
      () =>
        historyOf(name, { limit }).catch((error: { status?: number }) => {
          isTooMuch = error.status === 413 && limit > FEW_ITEMS
          if (isTooMuch) return undefined
          throw error
        }),
      () => {
        if (isOpen()) forget()
      },
    )
    if (loaded) return { ...loaded, limit }
    if (!isTooMuch) return undefined
  }
  return undefined
}

function toText(from: unknown): string | null {
  return typeof from === 'string' ? from : null
}

function show(merged: readonly Entry[]): void {
  if (merged.length > capacity) hasOlder.value = true
  items.value = merged.slice(0, capacity)
}

/** Newest first, each entry once, as it was told last. */
function merge(some: readonly Entry[], others: readonly Entry[]): readonly Entry[] {
  const byOrder = new Map<number, Entry>()
  for (const item of others) byOrder.set(item.order, item)
  for (const item of some) byOrder.set(item.order, item)
  const merged = [...byOrder.values()].toSorted((a, b) => b.order - a.order)
  // An account that was deleted and created again has a story of its own.
  const birth = merged.findIndex(({ id }) => id === 'start_1')
  return birth < 0 ? merged : merged.slice(0, birth + 1)
}
