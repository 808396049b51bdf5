import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'

/** The requests that reach a port of this process. */
export interface Watch {
  /** Resolves when at least one request has arrived and all are answered. */
  settled(): Promise<void>
  stop(): void
}

/** Watches the requests to a port, including those whose answers the browser hides from its page. */
export function watchRequests(port: number): Watch {
  let begun = 0
  let ended = 0
  let look = () => {}
  const begin = (message: unknown) => {
    const { request } = message as { request: IncomingMessage }
    if (request.socket.localPort !== port) return
    begun += 1
    // `close` also covers requests that are refused before their body is complete.
    request.once('close', () => {
      ended += 1
      look()
    })
  }
  subscribe('http.server.request.start', begin)
  return {
    settled: () =>
      new Promise((resolve) => {
        look = () => {
          if (begun > 0 && begun === ended) resolve()
        }
        look()
      }),
    stop: () => void unsubscribe('http.server.request.start', begin),
  }
}
