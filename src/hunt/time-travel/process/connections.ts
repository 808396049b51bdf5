import { Socket } from 'node:net'
import type { ConnectionEnd } from '../messages.ts'
import { real } from './real.ts'
import type { Call, Replacements } from './replacements.ts'
import type { Timers } from './timers.ts'

/** A socket, with what Node's own code knows of it. */
type OwnSocket = Socket & {
  /** Set for connections that a server of this process has accepted. */
  server?: unknown
  _handle?: { reading?: boolean; hasRef?: () => boolean } | null
}

/** The connections of a process, and the timers of its sockets. */
export class Connections {
  /** When each was opened, by the machine's clock. */
  readonly #opened = new Map<OwnSocket, number>()

  replace(replacements: Replacements, timers: Timers): void {
    const opened = this.#opened
    const connectAndNote = (connect: Call) =>
      function (this: unknown, ...args: unknown[]) {
        opened.set(this as OwnSocket, real.now())
        return Reflect.apply(connect, this, args)
      }
    // Node sets these timers itself: the `timeout` of node:http and of clients on top of it.
    const setAndTrack = (setTimeout: Call) =>
      function (this: unknown, ...args: unknown[]) {
        const result = Reflect.apply(setTimeout, this, args)
        // Those of servers limit what a slow network may do, which takes real time.
        const { server } = this as OwnSocket
        const timer = server ? undefined : timerOf(this as OwnSocket)
        if (timer) timers.track(timer)
        return result
      }
    replacements.wrap(Socket.prototype, 'connect', connectAndNote)
    replacements.wrap(Socket.prototype, 'setTimeout', setAndTrack)
  }

  look(): ConnectionEnd[] {
    const active = (process as { _getActiveHandles?: () => unknown[] })._getActiveHandles?.() ?? []
    const sockets = new Set([
      ...this.#opened.keys(),
      ...active.filter((handle) => handle instanceof Socket),
    ])
    return [...sockets].flatMap((socket: OwnSocket) => {
      if (socket.destroyed) this.#opened.delete(socket)
      if (socket.destroyed) return []
      const openedAt = this.#opened.get(socket)
      if (openedAt === undefined) return toEnd(socket)
      if (isPipe(socket)) return [toUnknownEnd(socket)]
      return toEnd(socket).map((end) => ({ ...end, ageMs: real.now() - openedAt }))
    })
  }
}

/** Through pipes that a process has not opened itself it talks to its parent and its children. */
function isPipe({ _handle: handle }: OwnSocket): boolean {
  return handle?.constructor?.name === 'Pipe'
}

/** Nothing tells two connections through the same path apart, so nobody is known to have the other end. */
function toUnknownEnd(socket: OwnSocket): ConnectionEnd {
  return {
    here: 'pipe',
    there: 'unknown',
    written: socket.bytesWritten,
    read: socket.bytesRead,
    isReading: true,
    isHeld: socket._handle?.hasRef?.() ?? true,
    hasEnded: socket.readableEnded,
  }
}

/** Describes a connection; empty if the socket is none of TCP. */
export function toEnd(socket: Socket): ConnectionEnd[] {
  const {
    localAddress,
    localPort,
    remoteAddress,
    remotePort,
    _handle: handle,
  } = socket as OwnSocket
  if (remotePort === undefined || localPort === undefined || !handle) return []
  return [
    {
      here: `${plain(localAddress)}:${localPort}`,
      there: `${plain(remoteAddress)}:${remotePort}`,
      written: socket.bytesWritten,
      read: socket.bytesRead,
      isReading: handle.reading !== false,
      isHeld: handle.hasRef?.() ?? true,
      hasEnded: socket.readableEnded,
    },
  ]
}

/** An IPv4 address may be written as one of IPv6. */
function plain(address = ''): string {
  return address.replace(/^::ffff:/, '')
}

function timerOf(socket: Socket): NodeJS.Timeout | undefined {
  const name = Object.getOwnPropertySymbols(socket).find(
    ({ description }) => description === 'timeout',
  )
  const timer = name && (socket as unknown as Record<symbol, unknown>)[name]
  return timer ? (timer as NodeJS.Timeout) : undefined
}
