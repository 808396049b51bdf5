import { kinds, type Filter, type Kind, type Span } from './matches.ts'

/** The longest text that is searched for. */
export const MAX_TEXT = 200

/** What a list without a filter shows. */
export const everything: Filter = { kind: 'all', outcome: '', text: '', span: null }

/** A filter as the query of a URL; empty without one. */
export function toQuery({ kind, outcome, text, span }: Filter): string {
  const query = new URLSearchParams()
  if (kind !== 'all') query.set('kind', kind)
  if (outcome !== '') query.set('outcome', outcome)
  if (text !== '') query.set('search', text)
  if (span) {
    query.set('from', new Date(span.from).toISOString())
    query.set('to', new Date(span.to).toISOString())
  }
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
    span: spanOf(query),
  }
}

function spanOf(query: URLSearchParams): Span | null {
  const [from, to] = [Date.parse(query.get('from') ?? ''), Date.parse(query.get('to') ?? '')]
  return from < to ? { from, to } : null
}
