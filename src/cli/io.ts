export interface Output {
  write(text: string): void
}

/** What a command may touch of the process that it runs in; tests bring their own. */
export interface Io {
  readonly stdout: Output
  readonly stderr: Output
  /** Does a person read standard output? */
  readonly isTerminal: boolean
  /** Does the keyboard send its signals to the whole group of processes, a child included? */
  readonly isInteractive: boolean
  /** Calls `listener` for SIGINT, SIGTERM and SIGHUP, until the returned function is called. */
  onSignal(listener: (signal: NodeJS.Signals) => void): () => void
}

export type Environment = Readonly<Record<string, string | undefined>>
