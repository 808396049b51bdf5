import { createHook } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Transform } from 'node:stream'
import type { Worker } from 'node:worker_threads'
import zlib from 'node:zlib'
import { real } from './real.ts'

/** The open work of this thread: as long as there is some, a client may be about to go on. */
export class OpenWork {
  /** The open work, each piece with its name for people. */
  readonly #open = new Map<unknown, string>()
  readonly #compressions = new Set<Transform>()
  readonly #undo: (() => void)[] = []
  #changes = 0
  /** Is it this class that sets a timer? */
  #isOwn = false

  constructor() {
    this.#hear('undici:request:create', ({ request }: { request: UndiciRequest }) => {
      if (!isWatch(request.path)) this.#begin(request, `a request to ${request.origin} is open`)
    })
    for (const end of ['undici:request:trailers', 'undici:request:error'])
      this.#hear(end, ({ request }: { request: UndiciRequest }) => this.#end(request))
    this.#hear('http.client.request.start', ({ request }: { request: ClientRequest }) => {
      this.#end(request.socket)
      if (isWatch(request.path)) return
      this.#beginUntilClosed(request, `a request to ${request.host} is open`)
    })
    this.#hear('http.server.request.start', ({ request, response }: ServedRequest) => {
      if (isWatch(request.url)) return
      this.#beginUntilClosed(response, 'a server of this process has a request to answer')
    })
    // A connection may belong to any protocol until a request is sent over it.
    this.#hear('net.client.socket', ({ socket }: { socket: Socket }) =>
      this.#beginUntilClosed(socket, 'a connection is open that is not of HTTP'),
    )
    this.#hear('undici:client:connected', ({ socket }: { socket: Socket }) => this.#end(socket))
    this.#followWorkers()
    this.#followCompressions()
    this.#followNode()
  }

  /** Waits for some turns and milliseconds. @returns what was at work meanwhile, undefined if nothing was */
  async rest(): Promise<string | undefined> {
    const before = this.#changes
    for (let turns = 0; turns < TURNS; turns += 1) await this.turn()
    await this.pause(QUIET_MS)
    await this.turn()
    return this.atWork ?? (this.#changes === before ? undefined : 'the test never rests')
  }

  /** Describes the current work. */
  get atWork(): string | undefined {
    for (const stream of this.#compressions) {
      if (isCompressing(stream)) return 'zlib is at work'
      this.#compressions.delete(stream)
    }
    // Also one that was started before.
    if (process.getActiveResourcesInfo().includes('ProcessWrap')) return CHILD
    return [...this.#open.values()].at(-1)
  }

  turn(): Promise<void> {
    return new Promise((resolve) => this.#asOwn(() => void real.setImmediate(resolve)))
  }

  /** Does not keep the process alive. */
  pause(ms: number): Promise<void> {
    return new Promise((resolve) => this.#asOwn(() => void real.setTimeout(resolve, ms).unref()))
  }

  close(): void {
    for (const undo of this.#undo) undo()
    this.#open.clear()
  }

  #asOwn(act: () => void): void {
    this.#isOwn = true
    act()
    this.#isOwn = false
  }

  #begin(thing: unknown, name: string): void {
    this.#changes += 1
    this.#open.set(thing, name)
  }

  #end(thing: unknown): void {
    if (this.#open.delete(thing)) this.#changes += 1
  }

  #beginUntilClosed(thing: ClientRequest | ServerResponse | Socket, name: string): void {
    this.#begin(thing, name)
    thing.once('close', () => this.#end(thing))
  }

  #hear(channel: string, act: (message: never) => void): void {
    const hear = (message: unknown) => act(message as never)
    subscribe(channel, hear)
    this.#undo.push(() => unsubscribe(channel, hear))
  }

  #followWorkers(): void {
    const follow = (worker: Worker) => {
      if (IS_OF_SANDBOX in worker) return
      this.#begin(worker, 'a worker thread lives')
      worker.once('exit', () => this.#end(worker))
    }
    process.on('worker', follow)
    this.#undo.push(() => process.off('worker', follow))
  }

  /** The hooks below do not tell whether a stream of zlib, which may live for long, is at work. */
  #followCompressions(): void {
    for (const name of ['write', 'end'] as const) {
      const begin = (stream: Transform) => this.#compressions.add(stream)
      const method = Transform.prototype[name] as (...args: unknown[]) => unknown
      Object.defineProperty(compressions, name, {
        configurable: true,
        writable: true,
        value: function (this: Transform, ...args: unknown[]) {
          begin(this)
          return method.apply(this, args)
        },
      })
      this.#undo.push(() => Reflect.deleteProperty(compressions, name))
    }
  }

  #followNode(): void {
    const hook = createHook({
      init: (id, type) => {
        if (this.#isOwn || type === 'PROMISE') return
        this.#changes += 1
        if (ENDS_ONCE.test(type))
          this.#open.set(id, type === 'PROCESSWRAP' ? CHILD : `Node is at work (${type})`)
      },
      after: (id) => this.#end(id),
      destroy: (id) => this.#end(id),
    }).enable()
    this.#undo.push(() => hook.disable())
  }
}

const TURNS = 3
const QUIET_MS = 3
const CHILD = 'a child process lives'

/** Of undici, also of Node's own. */
type UndiciRequest = { origin: string; path: string }
type ServedRequest = { request: IncomingMessage; response: ServerResponse }

/** On the worker threads of a sandbox in this thread, which do not work for the client. */
const IS_OF_SANDBOX = Symbol.for('alias-sandbox.worker')

/** All streams of zlib inherit from it. */
const compressions = Object.getPrototypeOf(
  Object.getPrototypeOf(zlib.Gunzip.prototype) as object,
) as object

/**
 * Operations of Node that call back once, at their end: files, DNS, crypto, child processes. The rest is of no
 * interest, or is heard of elsewhere; bytes are random at once.
 */
const ENDS_ONCE =
  /^(?:FSREQ|FILEHANDLECLOSEREQ|GETADDRINFOREQ|GETNAMEINFOREQ|QUERYWRAP|PROCESSWRAP|(?!HTTPCLIENT|RANDOMBYTES)[A-Z\d]+REQUEST$)/

/** Does a request wait for what the client does, such as `waitForRequests`? */
function isWatch(path: string | undefined): boolean {
  return /^\/_sandbox\/(?:.*\/)?(?:wait|events)(?:$|\?)/.test(path ?? '')
}

/** A stream whose input has ended still has to flush its output. */
function isCompressing(stream: Transform): boolean {
  if (stream.destroyed || stream.readableEnded) return false
  if (!stream.writableEnded) return stream.writableLength > 0
  return !stream.writableFinished || stream.readableLength === 0
}
