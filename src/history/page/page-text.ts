import type { Entry } from '../../contract/history/entry.ts'
import type { Session } from '../../contract/session/session.ts'
import type { Result } from '../../results/result.ts'
import { toText } from '../../results/text.ts'
import { printable } from '../../text/escape.ts'
import { countOf } from '../../text/numbers.ts'
import type { PageFile } from '../../contract/session/page-file.ts'

/** The page without its script: the report as text, or the histories line by line. */

/** The most lines of a session; all of it is in the page itself. */
const MAX_LINES = 1_000

export function pageTitle({ result, sessions }: PageFile): string {
  if (result) return printable(`alias-sandbox ${result.name}: ${result.headline}`)
  const names = sessions.flatMap(({ accounts }) => accounts.map(({ name }) => name))
  const [name] = names
  return names.length === 1
    ? `Session of account ${name}`
    : `Session of ${countOf(names.length, 'account')}`
}

export function pageText(page: PageFile): string {
  const { note, result, session, sessions, written_by: writer } = page
  const shown = session === undefined ? undefined : sessions[session]!
  const told = shown ? sessionLines(shown) : []
  const lines = [
    ...(note === undefined ? [] : [`Note: ${note}`, '']),
    ...(result ? [toText({ ...result, data: null } as Result)] : []),
    ...(shown ? [countsIn(shown), ''] : []),
    ...told.slice(0, MAX_LINES),
    ...(told.length > MAX_LINES ? [`… and ${told.length - MAX_LINES} more`] : []),
    `Written by ${printable(writer)}.`,
  ]
  return lines.join('\n')
}

/** `12 requests, 3 actions, 1 mail`. */
export function countsIn({ accounts }: Session): string {
  const all = accounts.flatMap(({ past = [], history }) => [...past, ...history])
  const count = (type: Entry['type'], noun: string) =>
    countOf(all.filter((entry) => entry.type === type).length, noun)
  return [count('call', 'request'), count('action', 'action'), count('mail', 'mail')].join(', ')
}

function sessionLines({ accounts }: Session): string[] {
  return accounts.flatMap(({ name, past = [], history }) => [
    `account ${name}`,
    ...[...past, ...history].map(toLine),
  ])
}

function toLine(item: Entry): string {
  return printable(`${item.at.slice(0, 19).replace('T', ' ')}  ${item.id}  ${said(item)}`)
}

function said(item: Entry): string {
  switch (item.type) {
    case 'call': {
      const { request, response, outcome, why } = item
      const query = request.query ? `?${request.query}` : ''
      return `${request.method} ${request.path}${query} -> ${response.status} ${outcome}: ${why}`
    }
    case 'action':
    case 'mail':
      return `${item.action} ${item.refused ? `refused: ${item.refused.message}` : JSON.stringify(item.arguments ?? {})}`
    case 'event':
      return `${item.event} ${JSON.stringify(item.details)}`
    case 'start':
      return `${item.reason} in scenario ${item.scenario}`
    case 'undo':
      return `went back to before ${item.to}`
  }
}
