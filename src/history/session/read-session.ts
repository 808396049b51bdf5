import { checkSession } from '../../contract/session/check-session.ts'
import { sessionDepth, type Session } from '../../contract/session/session.ts'
import {
  shortKey,
  formatIssue,
  type ValidationIssue,
} from '../../contract/values/validation-issue.ts'
import { parseJson } from '../../contract/values/value-limits.ts'

/** A text that is no session, with a line for each problem. */
export class SessionError extends Error {
  readonly lines: readonly string[]

  constructor(lines: readonly string[]) {
    super(lines.join('\n'))
    this.name = 'SessionError'
    this.lines = lines
  }
}

/** Reads the text of a session; `file` names it in messages. @throws SessionError */
export function readSession(text: string, file: string, checkAs = checkSession): Session {
  const parsed = parseJson(text.replace(/^\uFEFF/, ''), sessionDepth)
  if (!parsed.ok) {
    const why = parsed.isSyntax ? whyNoJson(text) : shortKey(parsed.problem)
    throw new SessionError([`${file} ${why}`])
  }
  const checked = checkAs(parsed.value)
  if (checked.ok) return checked.value
  throw new SessionError(toLines(checked.issues, file))
}

/** A text that is no JSON, by how it begins. */
function whyNoJson(text: string): string {
  const beginning = text.slice(0, 1_000).trimStart()
  if (beginning === '') return 'is empty, not a session of alias-sandbox'
  if (/^<!doctype html/i.test(beginning)) return 'is a page of HTML, not a session of alias-sandbox'
  if (beginning.startsWith('{')) return 'is cut off or damaged: it is not valid JSON'
  return 'is not a session of alias-sandbox: it is not JSON'
}

/** A line for each problem of a file that is named so. */
export function toLines(issues: readonly ValidationIssue[], file: string): string[] {
  return issues.map((issue) =>
    issue.path.length === 0 && !issue.isKey
      ? `${file} ${issue.message}`
      : `${file}: ${formatIssue(issue)}`,
  )
}
