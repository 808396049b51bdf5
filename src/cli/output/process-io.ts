import { setTimeout as sleep } from 'node:timers/promises'
import { exitCodes } from './failure.ts'
import type { Io } from './io.ts'
import { ProcessOutput } from './process-output.ts'

/** The termination signals. SIGBREAK exists only on Windows; a signal that a system lacks never arrives. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGBREAK'] as const
/** The time for writing the remaining output after a signal. */
const LAST_OUTPUT_MS = 500

/** The standard streams and signals of this process, and a function that ends it. */
export function processIo(): { io: Io; end: (exitCode: number) => Promise<void> } {
  const stdout = new ProcessOutput(process.stdout)
  const stderr = new ProcessOutput(process.stderr)
  let isAskedToEnd = false
  const listeners = new Set<(signal: NodeJS.Signals) => void>()
  const io: Io = {
    stdout,
    stderr,
    openInput: () => process.stdin,
    isTerminal: process.stdout.isTTY,
    isErrorTerminal: process.stderr.isTTY,
    columns: process.stdout.columns,
    onSignal(listener) {
      const onSignal = (signal: NodeJS.Signals) => {
        isAskedToEnd = true
        listener(signal)
      }
      for (const signal of signals) process.on(signal, onSignal)
      listeners.add(onSignal)
      return () => {
        listeners.delete(onSignal)
        for (const signal of signals) process.off(signal, onSignal)
      }
    },
    requestEnd() {
      if (isAskedToEnd) return
      if (listeners.size === 0) process.kill(process.pid, 'SIGTERM')
      for (const onSignal of listeners) onSignal('SIGTERM')
    },
    onExit(listener) {
      process.on('exit', listener)
      return () => process.off('exit', listener)
    },
  }
  return {
    io,
    async end(exitCode) {
      const written = Promise.all([stdout.written(), stderr.written()])
      if (isAskedToEnd) {
        await Promise.race([written, sleep(LAST_OUTPUT_MS)])
        process.exit(exitCode)
      }
      await written
      const code = stdout.unreportedFailure
      // A reader that closed the pipe (`… | head -1`) has read enough; a full disk has lost output.
      if (code === undefined || code === 'EPIPE' || exitCode !== 0) {
        process.exitCode = exitCode
        return
      }
      stderr.write(`alias-sandbox: cannot write to standard output (${code})\n`)
      process.exitCode = exitCodes.runtime
    },
  }
}
