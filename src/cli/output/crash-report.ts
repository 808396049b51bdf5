import type { Report } from '../../core/contain.ts'
import type { Io } from './io.ts'

/** Prints unexpected errors to standard error. */
export function crashReport(io: Pick<Io, 'stderr'>): Report {
  return (error) => {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
    io.stderr.write(
      `alias-sandbox: internal error (please report it); the sandbox keeps running\n${stack}\n`,
    )
  }
}
