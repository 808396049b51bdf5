import { isLargeEntry, toEntryNotice, toEntryView } from '../../control/views/account-view.ts'
import { contain, type Report } from '../../core/contain.ts'
import type { Entry } from '../../core/record/entry.ts'
import type { Sandbox } from '../../core/sandbox.ts'
import { toIso } from '../../core/clock/times.ts'
import { toCallLine } from './request-line.ts'
import type { Paint } from '../output/paint.ts'
import { escapeUnsafe } from '../../text/escape.ts'

/** Receives the lines of the log. */
export interface CallLines {
  /**
   * Adds a line if there is room for it; returns whether there was. `toLine` is called only then. Lines with the same
   * `content` tell the same but for their times.
   */
  add(toLine: () => string, content: string): boolean
  /** Called after the calls of one turn of the event loop have been added. */
  flush(): void
}

/** Logs each call. `onDropped` is called once, for the first call that did not fit. */
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
      if (lines.add(() => toLine(entry), contentOf(entry)) || hasDropped) continue
      hasDropped = true
      onDropped()
    }
    lines.flush()
  })
  const stopListening = sandbox.listen((entry) => {
    waiting.push(entry)
    // Logged after the current turn: the response is sent first, and the call's duration is known then.
    if (waiting.length === 1) setImmediate(flush)
  })
  return () => {
    stopListening()
    flush()
  }
}

function contentOf({ account, outcome, request, response }: Entry): string {
  return JSON.stringify([
    account,
    request.method,
    request.path,
    request.query,
    response.status,
    outcome,
  ])
}

/** Formats a call for people. */
export function toTextLine(paint: Paint) {
  return ({ accountMs, request, response, outcome, account, why }: Entry): string => {
    const { method, path, query } = request
    const { status } = response
    return toCallLine(
      { at: toIso(accountMs), method, path, query, status, outcome, account, why },
      paint,
    )
  }
}

/** Formats a call for programs: the entry of the control API, or only its id if it is too large. */
export function toJsonLine(sandbox: Sandbox) {
  return (entry: Entry): string => {
    const isKnown = sandbox.knownIn(entry.account)
    const view = isLargeEntry(entry) ? toEntryNotice(entry) : toEntryView(entry, isKnown)
    return escapeUnsafe(JSON.stringify({ event: 'request', ...view }))
  }
}

/** Whether the call carried a key that no sandbox issues, which may be a real one. */
export function sentForeignKey({ outcome, request }: Entry): boolean {
  const { authorization } = request.headers
  return (
    outcome === 'invalid_key' &&
    typeof authorization === 'string' &&
    /^bearer (?!sand)/i.test(authorization)
  )
}
