import { toEntryView } from '../core/account-view.ts'
import type { Entry } from '../core/journal.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { toIso } from '../core/times.ts'
import { toCallLine } from './call-line.ts'
import type { Output } from './io.ts'
import type { Paint } from './paint.ts'
import { escapeUnsafe } from '../text/escape.ts'

/** Tells each call on `out`; what comes in one turn of the loop is written at once. */
export function logCalls(sandbox: Sandbox, out: Output, toLine: (entry: Entry) => string) {
  let waiting: Entry[] = []
  const flush = () => {
    const entries = waiting
    waiting = []
    if (entries.length > 0) out.write(entries.map((entry) => `${toLine(entry)}\n`).join(''))
  }
  const stopListening = sandbox.listen((entry) => {
    waiting.push(entry)
    // Not at once: the answer goes out first, and by then it is known how long it took.
    if (waiting.length === 1) setImmediate(flush)
  })
  return () => {
    stopListening()
    flush()
  }
}

/** The line of a call for people. */
export function toTextLine(paint: Paint) {
  return ({ at, request, response, outcome, account, why }: Entry): string => {
    const { method, path, query } = request
    const { status } = response
    return toCallLine({ at: toIso(at), method, path, query, status, outcome, account, why }, paint)
  }
}

/** The line of a call for programs: the entry as the control API has it. */
export function toJsonLine(entry: Entry): string {
  return escapeUnsafe(JSON.stringify({ event: 'request', ...toEntryView(entry) }))
}

/** A bearer that no sandbox gave out may be a real key. The journal holds its beginning only; here not even that. */
export function sentForeignKey({ outcome, request }: Entry): boolean {
  const { authorization } = request.headers
  return (
    outcome === 'invalid_key' &&
    typeof authorization === 'string' &&
    /^bearer (?!sand)/i.test(authorization)
  )
}
