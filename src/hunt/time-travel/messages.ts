/** One end of a connection, as the process that has it sees it. */
export type ConnectionEnd = {
  /** `address:port` of this end; a word if it has none. */
  here: string
  there: string
  written: number
  read: number
  /** Does the process read on? If not, bytes may wait for it as long as it likes. */
  isReading: boolean
  /** Does the connection keep the process alive? Clients do not let idle ones do that. */
  isHeld: boolean
  /** Has the other side said that it will send nothing more? */
  hasEnded: boolean
  /** Real time since this side connected, if it did, and is known. */
  ageMs?: number
}

/** What a thread of the command's processes says about itself when it is asked. */
export type ThreadView = {
  /** Does it only wait: for timers, connections, processes, threads? */
  isIdle: boolean
  /** When its first timer is due on the machine's clock, in milliseconds since 1970. */
  nextMs: number | undefined
  /** Has a timer been set, cleared or fired since it was last asked? */
  hasChanged: boolean
  /** How many events its loop has handled so far, questions not among them. */
  events: number
  connections: ConnectionEnd[]
  /** The child processes that it waits for. */
  children: number[]
  /** The threads that it has started. */
  threads: number[]
}
