import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'

/** What reaches a port of this process. */
export interface Watch {
  /** Resolves once a request has come and all that came are answered. */
  settled(): Promise<void>
  stop(): void
}

/** Watches the requests that come to a port: what a browser sent, whatever its page is told of it. */
export function watchRequests(port: number): Watch {
  let begun = 0
  let ended = 0
  let look = () => {}
  const begin = (message: unknown) => {
    const { request } = message as { request: IncomingMessage }
    if (request.socket.localPort !== port) return
    begun += 1
    // Answered, or gone: what is refused while its body still comes ends so, too.
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
