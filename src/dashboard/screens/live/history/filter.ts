import { computed } from '@preact/signals'
import { replaceFilter, route } from '../../../state/route.ts'

/** The kinds of entries that the list can show. */
export const kinds = {
  all: 'All',
  requests: 'Requests',
  actions: 'Actions',
  mails: 'Mails',
  clock: 'Clock',
} as const
export type Kind = keyof typeof kinds

export type Filter = {
  kind: Kind
  /** The id of an alias. */
  alias: string
  /** The outcome of a request. */
  outcome: string
  /** The choice on which an answer rests. */
  choice: string
  /** A text in the entry. */
  text: string
  /** The ids of the only entries to show, such as those that a row of the report is about. */
  only: readonly string[]
}

/** The longest text that is searched for. */
export const MAX_TEXT = 200

/** The filter that lets every entry through. */
export const everything: Filter = {
  kind: 'all',
  alias: '',
  outcome: '',
  choice: '',
  text: '',
  only: [],
}

/** The filter in the URL. */
export const filter = computed(() => fromQuery(route.value.filter))

/** Changes a part of the filter. */
export function setFilter(change: Partial<Filter>): void {
  replaceFilter(toQuery({ ...filter.peek(), ...change }))
}

/** A filter as the query of a URL; empty for everything. */
export function toQuery({ kind, alias, outcome, choice, text, only }: Filter): string {
  const query = new URLSearchParams()
  if (kind !== 'all') query.set('kind', kind)
  if (alias !== '') query.set('alias', alias)
  if (outcome !== '') query.set('outcome', outcome)
  if (choice !== '') query.set('choice', choice)
  if (text !== '') query.set('search', text)
  if (only.length > 0) query.set('only', only.join(' '))
  return query.toString()
}

/** Parts that cannot be understood are left out. */
function fromQuery(text: string): Filter {
  const query = new URLSearchParams(text)
  const kind = query.get('kind') ?? ''
  const textOf = (name: string) => (query.get(name) ?? '').slice(0, MAX_TEXT)
  return {
    kind: Object.hasOwn(kinds, kind) ? (kind as Kind) : 'all',
    alias: textOf('alias'),
    outcome: textOf('outcome'),
    choice: textOf('choice'),
    text: textOf('search'),
    only: (query.get('only') ?? '').split(' ').filter((id) => id !== ''),
  }
}
