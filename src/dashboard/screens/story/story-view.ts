import { batch, computed, effect, signal } from '@preact/signals'
import { outcomeLabel } from '../../../words/outcomes.ts'
import { replaceFilter, route } from '../../state/route.ts'
import { items } from '../../state/story.ts'
import type { Entry } from '../../state/types.ts'
import { everything, fromQuery, toQuery } from './filter-query.ts'
import { matches, type Filter, type Kind } from './matches.ts'
import { toRows } from './rows.ts'

export const kind = signal<Kind>('all')
export const outcome = signal('')
export const text = signal('')
export const page = signal(0)
export const PAGE = 50

const filter = computed<Filter>(() => ({
  kind: kind.value,
  outcome: outcome.value,
  text: text.value.trim(),
}))

export const rows = computed(() =>
  toRows(items.value.filter((item) => matches(item, filter.value))),
)
export const pages = computed(() => Math.max(1, Math.ceil(rows.value.length / PAGE)))
export const visibleRows = computed(() => {
  const first = Math.min(page.value, pages.value - 1) * PAGE
  return rows.value.slice(first, first + PAGE)
})

/** Changes a part of the filter, here and in the URL, and shows the first page of what matches. */
export function setFilter(change: Partial<Filter>): void {
  batch(() => {
    apply(change)
    replaceFilter(toQuery(filter.peek()))
  })
}

function apply(change: Partial<Filter>): void {
  batch(() => {
    if (change.kind !== undefined) kind.value = change.kind
    if (change.kind === 'actions' || change.kind === 'clock') outcome.value = ''
    if (change.outcome !== undefined) outcome.value = change.outcome
    if (change.text !== undefined) text.value = change.text
    page.value = 0
  })
}

export function clearFilter(): void {
  setFilter(everything)
}

/** Why nothing is listed, in the words of the filter. */
export function emptySentence(): string {
  const { kind: only, outcome: name, text: searched } = filter.value
  const what = name === '' ? nothings[only] : `No call got “${outcomeLabel(name)}”`
  return `${what}${searched === '' ? '' : ` with “${searched}”`} in this story.`
}

const nothings: Record<Kind, string> = {
  all: 'There is nothing',
  calls: 'There is no call',
  actions: 'There is no action',
  clock: 'Nothing happened on the clock',
}

/** Turns to the page that has an entry. */
export function turnTo(id: string): void {
  const index = rows.value.findIndex(({ item }) => item.id === id)
  if (index >= 0) page.value = Math.floor(index / PAGE)
}

/** The entry before or after another one in the list; the first one without one. */
export function neighbourOf(id: string | null, step: 1 | -1): Entry | undefined {
  const index = rows.value.findIndex(({ item }) => item.id === id)
  return rows.value[index < 0 ? 0 : index + step]?.item
}

/** The account whose list has the filter. */
let filtered = ''

/** Filters the list as the URL says; returns what ends it. */
export function followUrl(): () => void {
  return effect(takeFilter)
}

/** A URL that says nothing leaves the list of its account as it is, and says so then. */
function takeFilter(): void {
  const { account: name, filter: inUrl } = route.value
  const here = toQuery(filter.peek())
  if (inUrl === '' && name === filtered) replaceFilter(here)
  else if (inUrl !== here) apply(fromQuery(inUrl))
  filtered = name
}
