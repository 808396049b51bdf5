import type { HistoryFile } from '../contract/history/file.ts'

/** What a command found out, whatever the format in which it is told. */
export type Result = {
  /** What was tried: `explore`. */
  name: string
  /** The outcome in a few words, without a full stop. */
  headline: string
  cases: readonly Case[]
  /** What a reader must know beside the cases. */
  notes: readonly Part[]
  /** Set if the cases are to be compared: the heads of their names and their cells. */
  columns?: readonly string[]
  /** Set if nobody at a terminal wants to read what passed or was skipped. */
  isBrief?: boolean
  /** How many cases text tells in full if --verbose would tell all. */
  inFull?: number
  /** What happened, if all cases are about the same. Only a page shows it. */
  history?: HistoryFile | undefined
  /** The same as JSON, with the fields that are documented for the command. */
  data: unknown
}

/** `advice`: allowed but unwise. `skipped`: nothing is known about it. */
export type Status = 'pass' | 'fail' | 'advice' | 'skipped'

export type Case = {
  /** What a program knows it by. */
  name: string
  /** What people read before the name. */
  title?: string
  status: Status
  /** Why it has this status. */
  message?: string
  details?: readonly Part[]
  cells?: readonly string[]
  seconds?: number
  /** What its run wrote. Only a page has room for it, and JUnit if it failed: a terminal has shown it by then. */
  output?: string
  /** What happened in it. Only a page shows it. */
  history?: HistoryFile | undefined
}

/** A paragraph, or lines under a title. */
export type Part = string | Block

export type Block = {
  /** `list`: a line each; `output`: what a client wrote; `code`: what somebody copies, so that it is never changed. */
  as: 'list' | 'output' | 'code'
  title?: string
  lines: readonly string[]
}

/** Is there something to repair or to think about? */
export function isBroken({ status }: Case): boolean {
  return status === 'fail' || status === 'advice'
}

/** `It makes the same alias twice (duplicate/create)`. */
export function headOf({ title, name }: Case): string {
  return title === undefined ? name : `${title} (${name})`
}
