import type { Session } from '../contract/session/session.ts'

/** The result of a command, whatever the format in which it is told. */
export type Result = {
  /** The command: `explore`. */
  name: string
  /** The outcome in a few words, without a full stop. */
  headline: string
  cases: readonly Case[]
  /** Facts that a reader needs beside the cases. */
  notes: readonly ResultPart[]
  /** Set if the cases are to be compared: the heads of their names and their cells. */
  columns?: readonly string[]
  /** Set if nobody at a terminal wants to read what passed or was skipped. */
  isBrief?: boolean
  /** How many cases text tells in full if --verbose would tell all. */
  inFull?: number
  /** The history, if all cases are about one. Only a page shows it. */
  history?: Session | undefined
  /** The result as JSON, with the fields that are documented for the command. */
  data: unknown
}

/** `advice`: allowed but unwise. `skipped`: nothing is known about it. */
export type Status = 'pass' | 'fail' | 'advice' | 'skipped'

export type Case = {
  /** The name for programs. */
  name: string
  /** The title for people, before the name. */
  title?: string
  status: Status
  /** Why it has this status. */
  message?: string
  details?: readonly ResultPart[]
  cells?: readonly string[]
  seconds?: number
  /** The output of its run. Only a page has room for it, and JUnit if it failed: a terminal has shown it by then. */
  output?: string
  /** The history of its run. Only a page shows it. */
  history?: Session | undefined
}

/** A paragraph, or lines under a title. */
export type ResultPart = string | Block

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
