import { attemptedAction, pastAction } from '../../words/actions.ts'
import { pastEvent } from '../../words/events.ts'
import { outcomeLabel } from '../../words/outcomes.ts'
import type { Entry, RequestEntry } from '../service/types.ts'

export const originLabels: Readonly<Record<string, string>> = {
  dashboard: 'on the dashboard',
  cli: 'in the terminal',
  library: 'in a test',
  timeline: 'by the scenario',
  control: 'by the control API',
  smtp: 'over SMTP',
}

const starts: Readonly<Record<string, string>> = {
  started: 'The account started',
  restored: 'The account went on from a loaded session, with the choices of this sandbox',
  rolled_back: 'The account was put back: its change could not be stored',
  forked: 'The account branched off',
}

/** Describes an entry of the history, as a sentence without its full stop. */
export function sentenceOf(entry: Entry): string {
  switch (entry.type) {
    case 'call':
      return outcomeLabel(entry.outcome)
    case 'action':
    case 'mail':
      return entry.refused
        ? `Not done: ${attemptedAction(entry.action)}`
        : pastAction(entry.action, entry.arguments, entry.result)
    case 'event':
      return pastEvent(entry.event, entry.details)
    case 'start':
      return `${starts[entry.reason] ?? entry.reason} in scenario ${entry.scenario}`
    case 'undo':
      return 'The account went back to an earlier moment'
  }
}

/** Describes an entry; an undo by what it took back, which stands in the history. */
export function sentenceIn(entry: Entry, entries: readonly Entry[]): string {
  if (entry.type !== 'undo') return sentenceOf(entry)
  const target = entries.find(({ id }) => id === entry.to)
  if (!target) return sentenceOf(entry)
  if (target.type === 'undo') return 'What was undone came back'
  return target.id === 'start_1' ? 'Back to the start' : `Undone: ${sentenceOf(target)}`
}

/** `GET /v1/aliases?limit=5`. */
export function targetOf({ request: { method, path, query } }: RequestEntry): string {
  return `${method} ${path}${query === '' ? '' : `?${query}`}`
}

/** Returns the wait that an answer asked for, in seconds; undefined for none. */
export function waitOf({ response: { headers } }: RequestEntry): string | undefined {
  return headers['Retry-After']
}
