import { originLabels } from '../../labels/items.ts'
import { storySentence } from '../../state/travel/story-sentence.ts'
import type { Entry } from '../../state/types.ts'

export const kinds = {
  all: 'All',
  calls: 'Calls',
  actions: 'Actions',
  clock: 'Clock',
} as const
export type Kind = keyof typeof kinds

/** The button of the filter that shows an item, beside `all`; null for the first start, which nobody did. */
export function kindOf({ type, id }: Entry): Exclude<Kind, 'all'> | null {
  if (type === 'call') return 'calls'
  if (id === 'start_1') return null
  return type === 'event' ? 'clock' : 'actions'
}

export type Filter = { kind: Kind; outcome: string; text: string }

export function matches(item: Entry, { kind, outcome, text }: Filter): boolean {
  if (kind !== 'all' && kindOf(item) !== kind) return false
  if (outcome !== '' && (item.type !== 'call' || item.outcome !== outcome)) return false
  return text === '' || textOf(item).includes(text.toLowerCase())
}

const texts = new WeakMap<Entry, string>()

/** Returns the text that is searched: all that the list shows of an entry, and the whole body of the request. */
function textOf(item: Entry): string {
  const known = texts.get(item)
  if (known !== undefined) return known
  const text = [item.id, storySentence(item), ...wordsOf(item)].join('\n').toLowerCase()
  texts.set(item, text)
  return text
}

function wordsOf(item: Entry): readonly string[] {
  switch (item.type) {
    case 'call': {
      const { request, response, outcome, why } = item
      const target = `${request.method} ${request.path}?${request.query ?? ''}`
      return [target, bodyText(request.body), String(response.status), outcome, why]
    }
    case 'action':
    case 'mail':
      return [
        item.action,
        bodyText(item.arguments),
        item.refused?.message ?? '',
        originLabels[item.origin] ?? item.origin,
      ]
    case 'event':
      return [item.event, bodyText(item.details)]
    case 'start':
      return [item.scenario]
    case 'undo':
      return [item.to]
  }
}

/** A body on one line; empty if there is none. */
export function bodyText(body: unknown): string {
  if (body === null || body === undefined || body === '') return ''
  return typeof body === 'string' ? body : JSON.stringify(body)
}
