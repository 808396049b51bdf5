import { setTimeout as sleep } from 'node:timers/promises'
import type { RequestEntry } from '../../contract/history/entry.ts'
import { isLargeEntry, toEntryNotice, toListed } from '../../control/views/listed-request.ts'
import { contain } from '../../core/contain.ts'
import type { Sandbox } from '../../core/sandbox.ts'
import type { RunningSandbox } from '../../node/start.ts'
import { escapeUnsafe, printable } from '../../text/escape.ts'
import { countOf } from '../../text/numbers.ts'
import type { Context } from '../args/context.ts'
import { crashReport } from '../output/crash-report.ts'
import type { Output } from '../output/io.ts'
import { choosePaint } from '../output/paint.ts'
import { LogFile } from './log-file.ts'
import { toRequestLine } from './request-line.ts'
import { WaitingLines } from './waiting-lines.ts'

type LogContext = Context<'log' | 'quiet' | 'json'>

/** The time for writing the last lines. */
const LAST_LINES_MS = 500

/** A log of requests. It is opened before the sandbox starts, so that a bad path is reported early. */
export interface RequestLog {
  /** Starts logging the requests of this sandbox. */
  readonly attach: (running: Pick<RunningSandbox, 'sandbox'>) => void
  /** Writes the remaining lines and stops logging. */
  readonly close: () => Promise<void>
}

/**
 * Opens the log of `start`: the file of `--log`, otherwise standard output if it is a terminal or --json
 * is set. @throws Failure when the file cannot be opened.
 */
export function openLiveLog(context: LogContext): RequestLog | undefined {
  const { options, io } = context
  if (isFile(options.log)) return openFileLog(context, options.log)
  const isRead = !options.quiet && (io.isTerminal || options.json)
  if (!isRead && options.log === undefined) return undefined
  return openLog(context, { out: io.stdout, name: 'standard output', isTerminal: io.isTerminal })
}

/**
 * Opens the log of `exec`: live to the file of `--log`, otherwise printed after the command has ended, so
 * that it does not mix with the command's output. @throws Failure when the file cannot be opened.
 */
export function openExecLog(context: LogContext): RequestLog | undefined {
  const { options, io } = context
  if (isFile(options.log)) return openFileLog(context, options.log)
  if (options.quiet && options.log === undefined) return undefined
  const out = options.log === '-' ? io.stdout : io.stderr
  return openLog(context, { out, name: 'the log', isTerminal: false, isHeld: true })
}

function isFile(log: string | undefined): log is string {
  return log !== undefined && log !== '-'
}

function openFileLog(context: LogContext, path: string): RequestLog {
  const file = new LogFile(path, context.labelOf('log'))
  const close = () => file.close()
  return openLog(context, { out: file, name: printable(path), isTerminal: false, close })
}

/** The output of a log: live, or held until it is closed. */
type LogOutput = {
  out: Output
  name: string
  isTerminal: boolean
  isHeld?: true
  close?: () => void
}

function openLog(
  { options, io, env }: LogContext,
  { out, name, isTerminal, isHeld, close }: LogOutput,
): RequestLog {
  const { json } = options
  const lines = new WaitingLines({
    isFolded: isHeld === true && !json,
    toNotice: (count) =>
      json
        ? JSON.stringify({ event: 'dropped', count })
        : `… ${countOf(count, 'request')} not shown`,
  })
  let hasFailed = false
  out.onFailure((code) => {
    hasFailed = true
    io.stderr.write(
      `alias-sandbox: warning: cannot write ${name} (${code}); requests are no longer logged\n`,
    )
  })
  const paint = choosePaint({ ...io, isTerminal }, env)
  let detach = () => {}
  return {
    attach: ({ sandbox }) => {
      const toLine = json
        ? toJsonLine(sandbox)
        : (entry: RequestEntry) => toRequestLine(entry, paint)
      const log = contain(crashReport(io), (entry: RequestEntry) => {
        if (hasFailed) return
        lines.add(toLine(entry), contentOf(entry))
        if (!isHeld) void lines.writeTo(out)
      })
      // Logged after the current turn: the answer is sent first, and its duration is known then.
      detach = sandbox.listen((entry) => void setImmediate(log, entry))
    },
    async close() {
      await new Promise((resolve) => setImmediate(resolve)) // the last requests are logged
      detach()
      await Promise.race([lines.writeTo(out), sleep(LAST_LINES_MS, undefined, { ref: false })])
      close?.()
    },
  }
}

function contentOf({ account, outcome, request, response }: RequestEntry): string {
  const { method, path, query } = request
  return JSON.stringify([account, method, path, query, response.status, outcome])
}

/** Formats a request for programs: the entry of the control API, or only its id if it is too large. */
export function toJsonLine(sandbox: Sandbox) {
  return (entry: RequestEntry): string => {
    const isKnown = sandbox.knownIn(entry.account)
    const view = isLargeEntry(entry) ? toEntryNotice(entry) : toListed(entry, isKnown)
    return escapeUnsafe(JSON.stringify({ event: 'request', ...view }))
  }
}
