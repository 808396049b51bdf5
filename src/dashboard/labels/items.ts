import type { Account } from '../../client/account.ts'
import { attemptedAction, pastAction } from '../../words/actions.ts'
import { pastEvent } from '../../words/events.ts'
import { outcomeLabel } from '../../words/outcomes.ts'

type Entry = Awaited<ReturnType<Account['history']>>[number]

/** The kinds of entries that a story shows. */
export type ItemKind = Entry['type']

export const kindLabels: Record<ItemKind, string> = {
  call: 'Call',
  action: 'Action',
  mail: 'Mail',
  event: 'Clock',
  start: 'Start',
  undo: 'Went back',
}

export const originLabels: Readonly<Record<string, string>> = {
  dashboard: 'on this page',
  cli: 'in the terminal',
  library: 'in a test',
  smtp: 'over SMTP',
  timeline: 'by the scenario',
  control: 'by the control API',
}

const starts: Readonly<Record<string, string>> = {
  started: 'The account started',
  restored: 'The account went on from a loaded session, with the choices of this sandbox',
  rolled_back: 'The account was put back: its change could not be stored',
  forked: 'The account branched off',
}

/** Describes an entry of the story, as a sentence without its full stop. */
export function sentenceOf(item: Entry): string {
  switch (item.type) {
    case 'call':
      return outcomeLabel(item.outcome)
    case 'action':
    case 'mail':
      return item.refused
        ? `Not done: ${attemptedAction(item.action)}`
        : pastAction(item.action, item.arguments, item.result)
    case 'event':
      return pastEvent(item.event, item.details)
    case 'start':
      return `${starts[item.reason] ?? item.reason} in scenario ${item.scenario}`
    case 'undo':
      return 'The account went back to an earlier moment'
  }
}

/** Where a rewind went back to. */
type Return = {
  target: Exclude<Entry, { type: 'undo' }>
  /** Whether it took back one action, not all that followed an entry. */
  isUndo: boolean
  /** How many times that had been taken back or brought back before. */
  earlier: number
}

/** `Undone: A payment failed`; to go back to before that is to bring it back. */
export function returnSentence({ target, isUndo, earlier }: Return): string {
  const what = sentenceOf(target)
  const isBrought = earlier % 2 === 1
  if (isUndo)
    return `${isBrought ? 'Brought back' : earlier > 0 ? 'Undone again' : 'Undone'}: ${what}`
  if (isBrought) return `Brought back: ${followedBy(target)}`
  return target.id === 'start_1' ? 'Back to the start' : `Back to before “${what}”`
}

/** Names the entries that are lost by going back to before this one. */
export function followedBy(target: Entry, what: string = sentenceOf(target)): string {
  return target.id === 'start_1' ? 'all since the start' : `“${what}” and what came after`
}

/** `GET /v1/aliases?limit=5`. */
export function targetOf({
  request: { method, path, query },
}: Extract<Entry, { type: 'call' }>): string {
  return `${method} ${path}${query === '' ? '' : `?${query}`}`
}

/** Returns the wait that the answer of a call requested, in seconds; undefined for none. */
export function waitOf({
  response: { headers },
}: Extract<Entry, { type: 'call' }>): string | undefined {
  return headers?.['Retry-After']
}
