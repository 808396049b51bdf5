import { isLargeEntry, toEntryNotice, toEntryView } from '../../core/views/account-view.ts'
import { contain, type Report } from '../../contain.ts'
import type { Entry } from '../../core/account/entry.ts'
import type { Sandbox } from '../../core/sandbox.ts'
import { toIso } from '../../core/clock/times.ts'
import { toCallLine } from './request-line.ts'
import type { Paint } from '../output/paint.ts'
import { escapeUnsafe } from '../../text/escape.ts'

/** Takes the lines of calls. */
export interface CallLines {
  /** Adds a line, which is made only when there is room for it; answers whether there was. */
  add(toLine: () => string): boolean
  /** Called when the calls of one turn of the loop have been added. */
  flush(): void
}

/** Logs each call; `onDropped` is called at the first for which there was no room. */
export function logCalls(
  sandbox: Sandbox,
  lines: CallLines,
  toLine: (entry: Entry) => string,
  onDropped: () => void,
  report: Report,
): () => void {
  let waiting: Entry[] = []
  let hasDropped = false
  const flush = contain(report, () => {
    const entries = waiting
    waiting = []
    for (const entry of entries) {
      if (lines.add(() => toLine(entry)) || hasDropped) continue
      hasDropped = true
      onDropped()
    }
    lines.flush()
  })
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

/** The line of a call for programs: the entry as the control API has it, or its id when it is too large. */
export function toJsonLine(entry: Entry): string {
  const view = isLargeEntry(entry) ? toEntryNotice(entry) : toEntryView(entry)
  return escapeUnsafe(JSON.stringify({ event: 'request', ...view }))
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
