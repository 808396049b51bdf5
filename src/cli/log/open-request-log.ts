import type { RequestEntry } from '../../contract/history/entry.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningSandbox } from '../../node/start.ts'
import { toCallLine } from './request-line.ts'
import { logCalls, toJsonLine, type CallLines } from './request-log.ts'
import type { Context } from '../args/context.ts'
import { crashReport } from '../output/crash-report.ts'
import type { Output } from '../output/io.ts'
import { LastLines } from './last-lines.ts'
import { LineWriter } from './line-writer.ts'
import { LogFile } from './log-file.ts'
import { choosePaint } from '../output/paint.ts'
import { printable } from '../../text/escape.ts'
import { countOf } from '../../text/numbers.ts'

type LogContext = Context<'log' | 'quiet' | 'json'>

/** How long writing the last lines may take. */
const LAST_LINES_MS = 500

/** A log of calls. It is opened before the sandbox starts, so that a bad path is reported early. */
export interface CallLog {
  /** Starts logging the calls of this sandbox. */
  readonly attach: (running: RunningSandbox) => void
  /** Writes the remaining lines and stops logging. */
  readonly close: () => Promise<void>
}

/**
 * Opens the log of `start`: the file of `--log`, otherwise standard output if it is a terminal or --json
 * is set. @throws Failure when the file cannot be opened.
 */
export function openLiveLog(context: LogContext): CallLog | undefined {
  const { options, io } = context
  if (options.log !== undefined && options.log !== '-') return openFileLog(context, options.log)
  const isRead = !options.quiet && (io.isTerminal || options.json)
  if (!isRead && options.log === undefined) return undefined
  return openLog(context, io.stdout, 'standard output', io.isTerminal)
}

/**
 * Opens the log of `exec`: live to the file of `--log`, otherwise printed after the command has ended, so
 * that it does not mix with the command's output. @throws Failure when the file cannot be opened.
 */
export function openExecLog(context: LogContext): CallLog | undefined {
  const { options, io } = context
  if (options.log !== undefined && options.log !== '-') return openFileLog(context, options.log)
  if (options.quiet && options.log === undefined) return undefined
  const lines = new LastLines(!options.json)
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
  const file = new LogFile(path, context.labelOf('log'))
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
    warn(`the reader of ${name} is too slow; some calls are missing in the log`),
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
      const toLine = options.json
        ? toJsonLine(sandbox)
        : (call: RequestEntry) => toCallLine(call, paint)
      detach = logCalls(sandbox, lines, toLine, onDropped, crashReport(io))
    },
    detach: () => detach(),
  }
}

function toNotice({ options }: LogContext): (dropped: number) => string {
  return (dropped) =>
    options.json
      ? JSON.stringify({ event: 'dropped', count: dropped })
      : `… ${countOf(dropped, 'call')} not shown`
}
