import type { RequestEntry } from '../../contract/history/entry.ts'
import { isLargeEntry, toEntryNotice, toListed } from '../../control/views/listed-request.ts'
import { contain, type Report } from '../../core/contain.ts'
import type { Sandbox } from '../../core/sandbox.ts'
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
  toLine: (entry: RequestEntry) => string,
  onDropped: () => void,
  report: Report,
): () => void {
  let waiting: RequestEntry[] = []
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

function contentOf({ account, outcome, request, response }: RequestEntry): string {
  return JSON.stringify([
    account,
    request.method,
    request.path,
    request.query,
    response.status,
    outcome,
  ])
}

/** Formats a call for programs: the entry of the control API, or only its id if it is too large. */
export function toJsonLine(sandbox: Sandbox) {
  return (entry: RequestEntry): string => {
    const isKnown = sandbox.knownIn(entry.account)
    const view = isLargeEntry(entry) ? toEntryNotice(entry) : toListed(entry, isKnown)
    return escapeUnsafe(JSON.stringify({ event: 'request', ...view }))
  }
}

/** Whether the call carried a key that no sandbox issues, which may be a real one. */
export function sentForeignKey({ outcome, request }: RequestEntry): boolean {
  const { authorization } = request.headers
  return (
    outcome === 'invalid_key' &&
    typeof authorization === 'string' &&
    /^bearer (?!sand)/i.test(authorization)
  )
}
