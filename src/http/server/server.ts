import { createServer, IncomingMessage, ServerResponse, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Express } from 'express'
import { inputBounds } from '../../contract/bounds.ts'
import type { Report } from '../../contain.ts'
import { answerFailures } from './failures.ts'
import { makeStop, type Stop } from './stop.ts'
import { takeTurns } from './take-turns.ts'

/** A server that listens. */
export interface Listening {
  readonly port: number
  /** Stops accepting, lets requests in flight finish, closes what is idle; at the latest after `graceMs`. */
  close(graceMs?: number): Promise<void>
}

/** How long clients may take, in milliseconds. */
export type ServerTimeouts = {
  headersMs: number
  /** For the whole request, its body included. */
  requestMs: number
  /** For the next request on a connection that is open. */
  keepAliveMs: number
  /** How often it is looked whether somebody takes longer. */
  checkEveryMs: number
}

const defaultTimeouts: ServerTimeouts = {
  headersMs: inputBounds.headersMs.max,
  requestMs: inputBounds.requestMs.max,
  keepAliveMs: inputBounds.keepAliveMs.max,
  checkEveryMs: 1_000,
}

export type ListenOptions = {
  /** The Date header of what is answered before a request is understood. */
  date: () => string
  timeouts?: ServerTimeouts | undefined
  /** Told of what must never happen. */
  onCrash: Report
}

type Stoppable = { server: Server; stop: Stop }

/** Listens on every host, on one port; 0 takes a free one. @throws the system's error, such as EADDRINUSE. */
export async function listen(
  app: Express,
  hosts: readonly string[],
  port: number,
  options: ListenOptions,
): Promise<Listening> {
  const classes = makeClasses(app)
  for (let attempt = 1; ; attempt += 1) {
    const servers: Stoppable[] = []
    try {
      for (const host of hosts) {
        const server = makeServer(app, classes, options)
        const stop = makeStop(server)
        const taken = servers[0] ? portOf(servers[0].server) : port
        if (await start(server, host, taken, servers.length > 0)) {
          servers.push({ server, stop })
          // A connection that cannot be accepted, such as for want of file descriptors.
          server.on('error', options.onCrash)
        }
      }
      return toListening(servers)
    } catch (error) {
      await Promise.all(servers.map(({ stop }) => stop(0)))
      // A free port on one family may be taken on the other; then another one is tried.
      if (port !== 0 || attempt === 5) throw error
    }
  }
}

/**
 * Classes whose requests are Express's from birth. Express sets the prototype of each request and
 * response, which costs it more than half of a call (85 of 160 µs); what has the prototype already
 * is left alone, and behaves the same.
 */
function makeClasses(app: Express) {
  class Request extends IncomingMessage {}
  class Response extends ServerResponse<Request> {}
  Object.setPrototypeOf(Request.prototype, app.request)
  Object.setPrototypeOf(Response.prototype, app.response)
  app.request = Request.prototype as unknown as Express['request']
  app.response = Response.prototype as unknown as Express['response']
  return { IncomingMessage: Request, ServerResponse: Response }
}

function makeServer(
  app: Express,
  classes: ReturnType<typeof makeClasses>,
  { date, timeouts = defaultTimeouts, onCrash }: ListenOptions,
): Server {
  const server = createServer(
    {
      ...classes,
      requireHostHeader: false, // the guard answers, in JSON
      maxHeaderSize: inputBounds.headerBytes.max,
      headersTimeout: timeouts.headersMs,
      requestTimeout: timeouts.requestMs,
      keepAliveTimeout: timeouts.keepAliveMs,
      connectionsCheckingInterval: timeouts.checkEveryMs,
      insecureHTTPParser: false,
    },
    takeTurns(app),
  )
  server.maxConnections = inputBounds.connections.max
  server.maxHeadersCount = 0 // Node drops what is beyond a count in silence; the guard refuses it
  // Who closes its side after asking still waits for the answer; Node would hang up on it.
  Object.assign(server, { httpAllowHalfOpen: true })
  answerFailures(server, date, onCrash)
  return server
}

/** Listens, or answers false where an optional address family does not exist. */
function start(server: Server, host: string, port: number, isOptional: boolean): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (isOptional && (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT'))
        resolve(false)
      else reject(error)
    })
    server.listen(port, host, () => resolve(true))
  })
}

function toListening(servers: readonly Stoppable[]): Listening {
  let closing: Promise<void> | undefined
  return {
    port: portOf(servers[0]!.server),
    close(graceMs = 5_000) {
      const stopped = servers.map(({ stop }) => stop(graceMs)) // again, with less patience
      return (closing ??= Promise.all(stopped).then(() => undefined))
    },
  }
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}
