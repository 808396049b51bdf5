import { kinds, type Filter, type Kind } from './matches.ts'

/** The longest text that is searched for. */
export const MAX_TEXT = 200

/** The filter that lets every entry through. */
export const everything: Filter = { kind: 'all', outcome: '', text: '' }

/** A filter as the query of a URL; empty without one. */
export function toQuery({ kind, outcome, text }: Filter): string {
  const query = new URLSearchParams()
  if (kind !== 'all') query.set('kind', kind)
  if (outcome !== '') query.set('outcome', outcome)
  if (text !== '') query.set('search', text)
  return query.toString()
}

/** The filter in a URL; what cannot be understood is left out. */
export function fromQuery(text: string): Filter {
  const query = new URLSearchParams(text)
  const kind = query.get('kind') ?? ''
  const known = Object.hasOwn(kinds, kind) ? (kind as Kind) : 'all'
  const hasOutcome = known === 'all' || known === 'calls'
  return {
    kind: known,
    outcome: hasOutcome ? (query.get('outcome') ?? '').slice(0, MAX_TEXT) : '',
    text: (query.get('search') ?? '').slice(0, MAX_TEXT),
  }
}
