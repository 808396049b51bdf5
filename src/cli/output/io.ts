import type { Readable } from 'node:stream'
import { escapeLines } from '../../text/escape.ts'

export interface Output {
  /** Never throws and never blocks; `done` is called after the content was written or the write has failed. */
  write(content: string | Uint8Array, done?: () => void): void
  /** Calls `listener` with the system's error code when the output fails for good. */
  onFailure(listener: (code: string) => void): void
}

/** An output that escapes control characters, so that a text cannot control the terminal. */
export interface SafeOutput extends Output {
  write(text: string, done?: () => void): void
  /** Writes what another process has written, or a page, as it is. */
  writeRaw(content: string | Uint8Array, done?: () => void): void
}

/** Every command writes through this, so that no command can forget to escape. */
function toSafeOutput(output: Output): SafeOutput {
  return {
    write: (text, done) => output.write(escapeLines(text), done),
    writeRaw: (content, done) => output.write(content, done),
    onFailure: (listener) => output.onFailure(listener),
  }
}

/** The parts of the process that a command may use. */
export interface Io {
  readonly stdout: Output
  readonly stderr: Output
  /** Opens standard input, which a command that is not asked for it leaves to others. */
  readonly openInput: () => Readable
  /** The width of the terminal; undefined if the output is not a terminal. */
  readonly columns?: number | undefined
  /** Whether standard output is a terminal. */
  readonly isTerminal: boolean
  /** Whether standard error is a terminal. */
  readonly isErrorTerminal: boolean
  /** Calls `listener` for each termination signal until the returned function is called. */
  onSignal(listener: (signal: NodeJS.Signals) => void): () => void
  /** Ends the command as SIGTERM does, unless a signal has ended it already. */
  readonly requestEnd: () => void
  /** Calls `listener` when the process exits, unless the returned function was called before. */
  onExit(listener: () => void): () => void
}

export type Environment = Readonly<Record<string, string | undefined>>

/** An Io whose outputs escape control characters. */
export type SafeIo = Io & { readonly stdout: SafeOutput; readonly stderr: SafeOutput }

export function toSafeIo(io: Io): SafeIo {
  return { ...io, stdout: toSafeOutput(io.stdout), stderr: toSafeOutput(io.stderr) }
}
