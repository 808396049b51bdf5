import { batch, computed, signal } from '@preact/signals'
import type { GivenQuery } from '../../contract/control/routes.ts'
import { findable } from '../../core/record/cause-of.ts'
import { undoneEntries } from '../../core/record/standing-entries.ts'
import type { ToldEntry } from '../service/service.ts'
import { client, read } from './client.ts'
import type { Entry } from '../service/types.ts'

/** All that happened to the account, newest first, as far as the page has it. */
export const entries = signal<readonly Entry[]>([])
/** Whether the history has been loaded. */
export const isHistoryLoaded = signal(false)
/** Whether the sandbox may have entries that are older than those of the page. */
export const hasOlder = signal(false)
/** Id of the entry from which on nothing is missing; the account can go back as far as that. */
export const completeFrom = signal<string | null>(null)
/** The orders of the entries that were undone. */
export const takenBack = computed(
  () => new Set(undoneEntries(kept.value).map(({ order }) => order)),
)
/** The entries as a history finds them. */
export const kept = computed(() => findable(entries.value.toReversed()))

/** The most entries that the page keeps by itself; what is loaded on demand comes on top. */
const MAX_ENTRIES = 2_000
/** Requests with large bodies: so many always fit into one answer. */
const FEW_ENTRIES = 200
const OLDER_ENTRIES = 1_000
/** Entries that arrive together are shown together, so that the page stays calm. */
const TOGETHER_MS = 150

let capacity = MAX_ENTRIES
let arrived: Entry[] = []
/** The places of entries that were too large to be told. */
let untold: number[] = []
let timer: ReturnType<typeof setTimeout> | undefined

/** Loads the newest entries of an account; those that arrive meanwhile stay. */
export async function loadHistory(account: string, isOpen: () => boolean): Promise<void> {
  const loaded = await readNewest(account)
  if (!loaded || !isOpen()) return
  batch(() => {
    completeFrom.value = toText(loaded.complete_from)
    hasOlder.value = loaded.history.length === loaded.limit
    show(merge(loaded.history, entries.value))
    isHistoryLoaded.value = true
  })
}

/** Loads the entries before the oldest one of the page. */
export async function loadOlder(account: string, isOpen: () => boolean): Promise<void> {
  const oldest = entries.value.at(-1)
  if (!oldest) return
  const loaded = await read(() =>
    historyOf(account, { before: oldest.order, limit: OLDER_ENTRIES }),
  )
  if (!loaded || !isOpen()) return
  capacity += loaded.history.length
  batch(() => {
    completeFrom.value = toText(loaded.complete_from)
    hasOlder.value = loaded.history.length === OLDER_ENTRIES
    show(merge(loaded.history, entries.value))
  })
}

/** Loads an entry that the page does not have; undefined if the sandbox does not have it either. */
export async function findEntry(account: string, id: string): Promise<Entry | undefined> {
  const found = await read(async () => {
    const { history: older } = await historyOf(account, { before: id, limit: 1 })
    const after = older[0]?.order ?? 0
    return (await historyOf(account, { after, limit: 1 })).history[0]
  })
  return found?.id === id ? found : undefined
}

/** Empties the history, when another account is opened, but for what is known of its end already. */
export function forgetHistory(known: readonly Entry[] = []): void {
  arrived = []
  untold = []
  capacity = MAX_ENTRIES
  batch(() => {
    entries.value = known
    isHistoryLoaded.value = false
    hasOlder.value = false
    completeFrom.value = null
  })
}

/** Adds an entry of the open account, and says when it is shown. */
export function takeEntry(entry: ToldEntry, onShown: () => void): void {
  if ('too_large' in entry) untold.push(entry.order)
  else arrived.push(entry)
  const isFirst = !isHistoryLoaded.peek()
  timer ??= setTimeout(
    () => {
      timer = undefined
      show(merge(arrived, entries.value))
      arrived = []
      onShown()
    },
    isFirst ? 0 : TOGETHER_MS,
  )
}

/** Loads the entries that were too large to be told; the sandbox may have dropped some since. */
export async function loadUntold(account: string, isOpen: () => boolean): Promise<void> {
  if (untold.length === 0) return
  const range = { after: Math.min(...untold) - 1, before: Math.max(...untold) + 1 }
  untold = []
  const loaded = await read(() => historyOf(account, range))
  if (loaded && isOpen()) show(merge(loaded.history, entries.value))
}

function historyOf(account: string, query: GivenQuery<'GET history'>) {
  return client.value.ask('GET accounts/:account/history', { account, query })
}

async function readNewest(account: string) {
  for (const limit of [MAX_ENTRIES, FEW_ENTRIES]) {
    let isTooMuch = false
    const loaded = await read(() =>
      historyOf(account, { limit }).catch((error: { status?: number }) => {
        isTooMuch = error.status === 413 && limit > FEW_ENTRIES
        if (isTooMuch) return undefined
        throw error
      }),
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
  entries.value = merged.slice(0, capacity)
}

/** Newest first, each entry once, as it was told last. */
function merge(some: readonly Entry[], others: readonly Entry[]): readonly Entry[] {
  const byOrder = new Map<number, Entry>()
  for (const each of [...others, ...some]) byOrder.set(each.order, each)
  const merged = [...byOrder.values()].toSorted((a, b) => b.order - a.order)
  // An account that was deleted and made again has a history of its own.
  const birth = merged.findIndex(({ id }) => id === 'start_1')
  return birth < 0 ? merged : merged.slice(0, birth + 1)
}
