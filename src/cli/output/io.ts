import { escapeLines } from '../../text/escape.ts'

export interface Output {
  /** Never throws and never waits; `done` is called once the text is written, or cannot be. */
  write(text: string, done?: () => void): void
  /** Calls `listener` with the system's error code once nothing more can be written. */
  onFailure(listener: (code: string) => void): void
}

/** An output of ours: what it writes cannot act on a terminal. */
export interface SafeOutput extends Output {
  /** Writes as it is: what a command that the user runs has printed, or a line that is written over. */
  writeRaw(text: string): void
}

/** Every command writes through this, so that none can forget to escape. */
function toSafeOutput(output: Output): SafeOutput {
  return {
    write: (text, done) => output.write(escapeLines(text), done),
    writeRaw: (text) => output.write(text),
    onFailure: (listener) => output.onFailure(listener),
  }
}

/** What a command may touch of the process that it runs in; tests bring their own. */
export interface Io {
  readonly stdout: Output
  readonly stderr: Output
  /** How wide the terminal is; unknown when it is none. */
  readonly columns?: number | undefined
  /** Does a person read standard output? */
  readonly isTerminal: boolean
  /** Does the keyboard send its signals to the whole group of processes, a child included? */
  readonly isInteractive: boolean
  /** Calls `listener` for each signal that asks to end, until the returned function is called. */
  onSignal(listener: (signal: NodeJS.Signals) => void): () => void
  /** Calls `listener` when the process ends, however it does, until the returned function is called. */
  onExit(listener: () => void): () => void
}

export type Environment = Readonly<Record<string, string | undefined>>

/** The same with safe outputs. */
export type SafeIo = Io & { readonly stdout: SafeOutput; readonly stderr: SafeOutput }

export function toSafeIo(io: Io): SafeIo {
  const onSignal: Io['onSignal'] = (listener) => io.onSignal(listener)
  const onExit: Io['onExit'] = (listener) => io.onExit(listener)
  return {
    ...io,
    onSignal,
    onExit,
    stdout: toSafeOutput(io.stdout),
    stderr: toSafeOutput(io.stderr),
  }
}
