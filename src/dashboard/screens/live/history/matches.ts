import { isAction } from '../../../../contract/history/entry-types.ts'
import { originLabels, sentenceOf } from '../../../labels/entries.ts'
import type { Entry } from '../../../service/types.ts'
import type { Filter, Kind } from './filter.ts'

/** The kind of an entry, beside `all`; null for the first start, which nobody did. */
function kindOf({ type, id }: Entry): Exclude<Kind, 'all'> | null {
  if (type === 'call') return 'requests'
  if (type === 'mail') return 'mails'
  if (id === 'start_1') return null
  return type === 'event' ? 'clock' : 'actions'
}

export function matches(
  entry: Entry,
  { kind, alias, outcome, choice, text, only }: Filter,
): boolean {
  if (only.length > 0 && !only.includes(entry.id)) return false
  if (kind !== 'all' && kindOf(entry) !== kind) return false
  if (alias !== '' && aliasOf(entry)?.id !== alias) return false
  if (outcome !== '' && (entry.type !== 'call' || entry.outcome !== outcome)) return false
  if (choice !== '' && !restsOn(entry, choice)) return false
  const words = text.trim().toLowerCase()
  return words === '' || textOf(entry).includes(words)
}

function restsOn(entry: Entry, choice: string): boolean {
  return entry.type === 'call' && entry.choices.some((each) => each === choice)
}

/** What actions and events about faults have in the place of an alias. */
const FAULT_ID = /^fault_\d+$/

type NamedAlias = { id: string; label: string }

/** The alias that an entry is about, with its label where the entry tells it. */
export function aliasOf(entry: Entry): NamedAlias | undefined {
  if (entry.type === 'call') {
    const { effect, request } = entry
    if (effect.kind !== 'created') return undefined
    return { id: effect.alias, label: labelIn(request.body) }
  }
  const { id, alias } = (
    isAction(entry)
      ? { ...(entry.arguments as object | undefined), ...entry.result }
      : entry.type === 'event'
        ? entry.details
        : {}
  ) as { id?: unknown; alias?: unknown }
  if (typeof alias === 'object' && alias !== null) return alias as NamedAlias
  const known = alias ?? id
  const isAlias = typeof known === 'string' && !FAULT_ID.test(known)
  return isAlias ? { id: known, label: '' } : undefined
}

function labelIn(body: string | null): string {
  try {
    const { label } = JSON.parse(body ?? '{}') as { label?: unknown }
    return typeof label === 'string' ? label : ''
  } catch {
    return '' // a body that the service could not read either
  }
}

const texts = new WeakMap<Entry, string>()

/** Returns the text that is searched: all that the list shows of an entry, and the whole body of the request. */
function textOf(entry: Entry): string {
  const known = texts.get(entry)
  if (known !== undefined) return known
  const text = [entry.id, sentenceOf(entry), ...wordsOf(entry)].join('\n').toLowerCase()
  texts.set(entry, text)
  return text
}

function wordsOf(entry: Entry): readonly string[] {
  switch (entry.type) {
    case 'call': {
      const { request, response, outcome, why } = entry
      const target = `${request.method} ${request.path}?${request.query}`
      return [target, request.body ?? '', String(response.status), outcome, why]
    }
    case 'action':
    case 'mail': {
      const { action, arguments: args, refused, origin } = entry
      return [action, JSON.stringify(args) ?? '', refused?.message ?? '', originLabels[origin]!]
    }
    case 'event':
      return [entry.event, JSON.stringify(entry.details)]
    case 'start':
      return [entry.scenario]
    case 'undo':
      return [entry.to]
  }
}
