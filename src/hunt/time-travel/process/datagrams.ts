import { Socket } from 'node:dgram'
import type { Call, Replacements } from './replacements.ts'
import { real } from './real.ts'

/** From here on, in milliseconds of real time, nobody expects an answer to a datagram: most ask for none. */
const ANSWER_MS = 3_000

/** The datagrams of a process. They may be answered by services of which nobody knows what they do. */
export class Datagrams {
  /** When each socket sent the last datagram that has not been answered yet, in real time. */
  readonly #sentMs = new Map<Socket, number>()
  readonly #known = new WeakSet<Socket>()

  replace(replacements: Replacements): void {
    const note = (socket: Socket) => {
      this.#note(socket)
    }
    replacements.wrap(
      Socket.prototype,
      'send',
      (send: Call) =>
        function (this: unknown, ...args: unknown[]) {
          note(this as Socket)
          return Reflect.apply(send, this, args)
        },
    )
  }

  /** Does a socket wait for an answer that takes its real time? */
  areAwaited(): boolean {
    for (const [socket, ms] of this.#sentMs) {
      if (real.now() - ms > ANSWER_MS) this.#sentMs.delete(socket)
    }
    return this.#sentMs.size > 0
  }

  #note(socket: Socket): void {
    this.#sentMs.set(socket, real.now())
    if (this.#known.has(socket)) return
    this.#known.add(socket)
    for (const end of ['message', 'close']) {
      socket.prependListener(end, () => void this.#sentMs.delete(socket))
    }
  }
}
