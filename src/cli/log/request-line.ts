import type { RequestEntry } from '../../contract/history/entry.ts'
import type { Paint } from '../output/paint.ts'
import { printable } from '../../text/escape.ts'

/** The parts of a call that its log line shows. */
export type CallFormat = {
  /** The account's clock, as an ISO 8601 time. */
  at: string
  method: string
  path: string
  query: string
  status: number
  outcome: string
  account: string
  why: string
}

/** Formats a call as one line: time, request, response, account and reason. */
export function toCallLine(call: CallFormat, paint: Paint): string {
  const target = call.query === '' ? call.path : `${call.path}?${call.query}`
  const answer = paint(styleOf(call.status), `${call.status} ${printable(call.outcome)}`)
  const requested = printable(`${call.method} ${target}`)
  return `${paint('dim', printable(call.at.slice(11, 19)))} ${requested} → ${answer} ${paint('dim', `(${printable(call.account)})`)} ${printable(call.why)}`
}

type ShownCall = Pick<RequestEntry, 'at' | 'outcome' | 'account' | 'why'> & {
  request: { method: string; path: string; query?: string | undefined }
  response: { status: number }
}

/** Converts a call from the control API. */
export function toCallFormat({
  at,
  request,
  response,
  outcome,
  account,
  why,
}: ShownCall): CallFormat {
  const { method, path, query = '' } = request
  return { at, method, path, query, status: response.status, outcome, account, why }
}

function styleOf(status: number): 'green' | 'yellow' | 'red' {
  return status < 400 ? 'green' : status < 500 ? 'yellow' : 'red'
}
