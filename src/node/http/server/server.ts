import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { limits } from '../../../contract/limits.ts'
import type { Report } from '../../../core/contain.ts'
import type { Certificate } from './certificate.ts'
import { answerFailures, answerPlainHttp } from './failures.ts'
import { Pipelines } from './pipelines.ts'
import { makeStop, type Stop } from './stop.ts'

/** A server that is listening. */
interface Listener {
  readonly port: number
  /** Stops accepting connections, lets requests in flight finish, and closes all connections after `graceMs`. */
  close(graceMs?: number): Promise<void>
}

/** Time limits for clients, in milliseconds. */
export type ServerTimeouts = {
  headersMs: number
  /** For the complete request, including its body. */
  requestMs: number
  /** For the next request on an idle connection. */
  keepAliveMs: number
  /** The interval at which the limits are checked. */
  checkEveryMs: number
}

export const defaultTimeouts: ServerTimeouts = {
  headersMs: limits.requestMs.value / 2,
  requestMs: limits.requestMs.value,
  keepAliveMs: limits.keepAliveMs.value,
  checkEveryMs: 1_000,
}

type ListenOptions = {
  /** Returns the Date header for responses to requests that cannot be parsed. */
  date: () => string
  timeouts?: ServerTimeouts | undefined
  /** Present: only HTTPS is spoken. */
  tls?: Certificate | undefined
  /** Called with each connection that is accepted. */
  onConnection?: (socket: Socket) => void
  /** Receives each request that waits for the answers before it on its connection. */
  onWaiting?: (request: IncomingMessage) => void
  /** Called with unexpected errors. */
  onCrash: Report
}

type StoppableServer = { server: Server; stop: Stop }

/** Listens on the same port of every host; 0 picks a free port. @throws the system's error, such as EADDRINUSE. */
export async function listen(
  listener: RequestListener,
  hosts: readonly string[],
  port: number,
  options: ListenOptions,
): Promise<Listener> {
  for (let attempt = 1; ; attempt += 1) {
    const servers: StoppableServer[] = []
    try {
      for (const host of hosts) {
        const server = makeServer(listener, options)
        const stop = makeStop(server)
        const taken = servers[0] ? portOf(servers[0].server) : port
        if (await start(server, host, taken, servers.length > 0)) {
          servers.push({ server, stop })
          // Node emits this when it cannot accept a connection, for example without a free file descriptor.
          server.on('error', options.onCrash)
        }
      }
      return toListener(servers)
    } catch (error) {
      await Promise.all(servers.map(({ stop }) => stop(0)))
      // The free port of one address family may be in use on the other; try another port then.
      if (port !== 0 || attempt === 5) throw error
    }
  }
}

function makeServer(
  listener: RequestListener,
  {
    date,
    timeouts = defaultTimeouts,
    tls,
    onConnection,
    onWaiting = () => {},
    onCrash,
  }: ListenOptions,
): Server {
  const pipelines = new Pipelines(onWaiting)
  const options: ServerOptions = {
    requireHostHeader: false, // the guard answers, in JSON
    maxHeaderSize: limits.headerBytes.value,
    headersTimeout: timeouts.headersMs,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.keepAliveMs,
    connectionsCheckingInterval: timeouts.checkEveryMs,
    insecureHTTPParser: false,
  }
  const server = tls ? makeSecure(options, tls, timeouts.headersMs) : createServer(options)
  server.on('request', (request: IncomingMessage, response: ServerResponse) =>
    pipelines.add(request, response, () => listener(request, response)),
  )
  server.maxConnections = limits.connections.value
  server.maxHeadersCount = 0 // Node would silently drop headers beyond a count; the guard refuses them
  // A client may close its sending side and still wait for the response; Node would hang up on it.
  Object.assign(server, { httpAllowHalfOpen: true })
  const accepted = tls ? 'secureConnection' : 'connection'
  server.on(accepted, (socket: Socket) => pipelines.accept(socket))
  answerFailures(server, pipelines, date, onCrash)
  if (tls) answerPlainHttp(server, date)
  if (onConnection) server.on(accepted, onConnection)
  return server
}

/** HTTP/1.1 over TLS; a client that asks for HTTP/2 only is refused by Node. */
function makeSecure(options: ServerOptions, tls: Certificate, handshakeMs: number): Server {
  const https = process.getBuiltinModule('node:https') // loaded only here: most sandboxes need none
  return https.createServer({
    ...options,
    ...tls,
    handshakeTimeout: handshakeMs,
    allowHalfOpen: true,
  })
}

/** Starts listening; resolves to false when an optional address family is not available. */
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

function toListener(servers: readonly StoppableServer[]): Listener {
  let closing: Promise<void> | undefined
  return {
    port: portOf(servers[0]!.server),
    close(graceMs = 5_000) {
      const stopped = servers.map(({ stop }) => stop(graceMs)) // a second call may shorten the grace period
      return (closing ??= Promise.all(stopped).then(() => undefined))
    },
  }
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}
