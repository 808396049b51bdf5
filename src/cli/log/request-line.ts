import type { RequestEntry } from '../../contract/history/entry.ts'
import type { Paint } from '../output/paint.ts'
import { reasonFor } from '../../words/reason.ts'
import { printable } from '../../text/escape.ts'

/** The parts of a request that its line shows, whether its bodies are text or were read as JSON. */
type ShownRequest = Pick<
  RequestEntry,
  'at' | 'outcome' | 'account' | 'why' | 'delivery' | 'held_for' | 'ended_at'
> & {
  request: Pick<RequestEntry['request'], 'method' | 'path' | 'query'>
  response: Pick<RequestEntry['response'], 'status'>
}

/** Formats a request as one line: time, method and path, response, account and reason. */
export function toRequestLine(call: ShownRequest, paint: Paint): string {
  const { at, account, outcome } = call
  const { method, path, query } = call.request
  const { status } = call.response
  const target = query === '' ? path : `${path}?${query}`
  const answer = paint(styleOf(status), `${status} ${printable(outcome)}`)
  const requested = printable(`${method} ${target}`)
  return `${paint('dim', printable(at.slice(11, 19)))} ${requested} → ${answer} ${paint('dim', `(${printable(account)})`)} ${printable(reasonFor(call))}`
}

function styleOf(status: number): 'green' | 'yellow' | 'red' {
  return status < 400 ? 'green' : status < 500 ? 'yellow' : 'red'
}
