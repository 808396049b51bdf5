import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningSandbox } from '../../start.ts'
import { logCalls, toJsonLine, toTextLine, type CallLines } from './request-log.ts'
import type { Context } from '../args/context.ts'
import { crashReport } from '../output/crash-report.ts'
import type { Output } from '../output/io.ts'
import { LastLines } from './last-lines.ts'
import { LineWriter } from './line-writer.ts'
import { LogFile } from './log-file.ts'
import { choosePaint } from '../output/paint.ts'
import { printable } from '../../text/escape.ts'

type LogContext = Context<'log' | 'quiet' | 'json'>

/** How long the last lines of a log file may take. */
const LAST_LINES_MS = 500

/** The log of calls, before there are any. */
export interface CallLog {
  /** Logs the calls of this sandbox. */
  readonly attach: (running: RunningSandbox) => void
  /** Logs what is left, and no more. */
  readonly close: () => Promise<void>
}

/**
 * The log of `start`: to the file of `--log`, else to standard output, as far as somebody reads it
 * there. @throws Failure when the file cannot be opened.
 */
export function openLiveLog(context: LogContext): CallLog | undefined {
  const { options, io } = context
  if (options.log !== undefined && options.log !== '-') return openFileLog(context, options.log)
  const isRead = !options.quiet && (io.isTerminal || options.json)
  if (!isRead && options.log === undefined) return undefined
  return openLog(context, io.stdout, 'standard output', io.isTerminal)
}

/**
 * The log of `exec`: live to the file of `--log`, else after the command, whose output it would
 * disturb. @throws Failure when the file cannot be opened.
 */
export function openExecLog(context: LogContext): CallLog | undefined {
  const { options, io } = context
  if (options.log !== undefined && options.log !== '-') return openFileLog(context, options.log)
  if (options.quiet && options.log === undefined) return undefined
  const lines = new LastLines()
  const stop = attachTo(context, lines, false, () => {})
  return {
    attach: stop.attach,
    close() {
      stop.detach()
      lines.showOn(options.log === '-' ? io.stdout : io.stderr, toNotice(context))
      return Promise.resolve()
    },
  }
}

function openFileLog(context: LogContext, path: string): CallLog {
  const file = new LogFile(path)
  const log = openLog(context, file, printable(path), false)
  return {
    attach: (running) => log.attach(running),
    async close() {
      await log.close()
      file.close()
    },
  }
}

function openLog(context: LogContext, out: Output, name: string, isForPeople: boolean): CallLog {
  const warn = (text: string) => context.io.stderr.write(`alias-sandbox: warning: ${text}\n`)
  const lines = new LineWriter(out, toNotice(context))
  out.onFailure((code) => warn(`cannot write ${name} (${code}); calls are no longer logged`))
  const stop = attachTo(context, lines, isForPeople, () =>
    warn(`${name} is not read fast enough; some calls are missing in the log`),
  )
  return {
    attach: stop.attach,
    async close() {
      stop.detach()
      await Promise.race([lines.idle(), sleep(LAST_LINES_MS, undefined, { ref: false })])
    },
  }
}

function attachTo(
  { options, io, env }: LogContext,
  lines: CallLines,
  isForPeople: boolean,
  onDropped: () => void,
) {
  const paint = choosePaint({ ...io, isTerminal: isForPeople }, env)
  let detach = () => {}
  return {
    attach: ({ sandbox }: RunningSandbox) => {
      const toLine = options.json ? toJsonLine : toTextLine(paint)
      detach = logCalls(sandbox, lines, toLine, onDropped, crashReport(io))
    },
    detach: () => detach(),
  }
}

function toNotice({ options }: LogContext): (dropped: number) => string {
  return (dropped) =>
    options.json
      ? JSON.stringify({ event: 'dropped', count: dropped })
      : `… ${dropped} call${dropped === 1 ? ' is' : 's are'} not shown here`
}
