import type { EntryView } from '../../core/views/account-view.ts'
import type { Paint } from '../output/paint.ts'
import { printable } from '../../text/escape.ts'

/** What a line tells of a call. */
export type CallFormat = {
  /** ISO, the account's clock. */
  at: string
  method: string
  path: string
  query: string
  status: number
  outcome: string
  account: string
  why: string
}

/** A call as one line: when, what was asked, what was answered, to whom and why. */
export function toCallLine(call: CallFormat, paint: Paint): string {
  const target = call.query === '' ? call.path : `${call.path}?${call.query}`
  const answer = paint(styleOf(call.status), `${call.status} ${printable(call.outcome)}`)
  const requested = printable(`${call.method} ${target}`)
  return `${paint('dim', printable(call.at.slice(11, 19)))} ${requested} → ${answer} ${paint('dim', `(${printable(call.account)})`)} ${printable(call.why)}`
}

/** A call as the control API tells it. */
export function toCallFormat({
  at,
  request,
  response,
  outcome,
  account,
  why,
}: EntryView): CallFormat {
  const { method, path, query } = request
  return { at, method, path, query, status: response.status, outcome, account, why }
}

function styleOf(status: number): 'green' | 'yellow' | 'red' {
  return status < 400 ? 'green' : status < 500 ? 'yellow' : 'red'
}
