import type { Connection } from '../../contract/history/entry.ts'

/** The arrival of a request: the machine's time, and a server's knowledge of it. */
export type Arrival = {
  readonly machineMs: number
  /** Its number in the order of the server's events; undefined if nobody counted. */
  readonly arrived: number | undefined
  /** Null in process. */
  readonly connection: Connection | null
}

/** A request that came over no connection. */
export function inProcess(machineMs: number): Arrival {
  return { machineMs, arrived: undefined, connection: null }
}
