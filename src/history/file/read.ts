import { checkHistoryFile } from '../../contract/history/check-file.ts'
import { historyDepth, type HistoryFile } from '../../contract/history/file.ts'
import {
  shortKey,
  formatIssue,
  type ValidationIssue,
} from '../../contract/values/validation-issue.ts'
import { parseJson } from '../../contract/values/value-limits.ts'

/** A text that is not a history file, with a line for each problem. */
export class HistoryFileError extends Error {
  readonly lines: readonly string[]

  constructor(lines: readonly string[]) {
    super(lines.join('\n'))
    this.name = 'HistoryFileError'
    this.lines = lines
  }
}

/** Reads the text of a history file; `file` names it in messages. @throws HistoryFileError */
export function readHistoryFile(text: string, file: string): HistoryFile {
  const parsed = parseJson(text.replace(/^\uFEFF/, ''), historyDepth)
  if (!parsed.ok) throw new HistoryFileError([`${file} ${shortKey(parsed.problem)}`])
  const checked = checkHistoryFile(parsed.value)
  if (checked.ok) return checked.value
  throw new HistoryFileError(toLines(checked.issues, file))
}

/** A line for each problem of a file that is named so. */
export function toLines(issues: readonly ValidationIssue[], file: string): string[] {
  return issues.map((issue) =>
    issue.path.length === 0 && !issue.isKey
      ? `${file} ${issue.message}`
      : `${file}: ${formatIssue(issue)}`,
  )
}
