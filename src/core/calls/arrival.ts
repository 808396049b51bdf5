import type { Connection } from '../../contract/history/entry.ts'

/** How a request arrived: the machine's time, and what a server knows of it. */
export type Arrival = {
  readonly machineMs: number
  /** When, in the order of the server's events; undefined if nobody counted. */
  readonly arrived: number | undefined
  /** Null in process. */
  readonly connection: Connection | null
}

/** A request that came over no connection. */
export function inProcess(machineMs: number): Arrival {
  return { machineMs, arrived: undefined, connection: null }
}
