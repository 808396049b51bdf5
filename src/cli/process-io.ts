import type { Io } from './io.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The real process. */
export function processIo(): Io {
  return {
    stdout: process.stdout,
    stderr: process.stderr,
    isTerminal: process.stdout.isTTY,
    isInteractive: process.stdin.isTTY,
    onSignal(listener) {
      for (const signal of signals) process.on(signal, listener)
      return () => {
        for (const signal of signals) process.off(signal, listener)
      }
    },
  }
}

/** A reader that went away (`… | head -1`) is no error: there is only nobody left to tell. */
export function endOnClosedPipe(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
      if (stream === process.stdout) process.exit()
    })
  }
}
