import { AsyncLocalStorage } from 'node:async_hooks'
import { Socket } from 'node:net'
import type { Call, Replacements } from './replacements.ts'

/** The part of a thread's code that is on the account's clock. */
export interface Scope {
  /** Is the caller part of it? */
  readonly isInside: boolean
  /** Prepares the thread for it. */
  replace(replacements: Replacements): void
}

/** One for all: a connection that an earlier function has opened may carry what a later one awaits. */
const storage = new AsyncLocalStorage<boolean>()

/** Runs a function that is no part of any scope, whoever calls. */
export function runOutside<Result>(act: () => Result): Result {
  return storage.run(false, act)
}

/** All code of the thread, except what is run outside. */
export const wholeThread: Scope = {
  get isInside() {
    return storage.getStore() ?? true
  },
  replace() {},
}

/** What functions do, and what comes of that. */
export class FunctionScope implements Scope {
  readonly #senders = new WeakMap<object, boolean>()
  readonly #onSend: () => void

  /** @param onSend Called when code inside sends something. */
  constructor(onSend: () => void) {
    this.#onSend = onSend
  }

  get isInside(): boolean {
    return storage.getStore() ?? false
  }

  run<Result>(act: () => Result): Result {
    return storage.run(true, act)
  }

  /** An answer belongs to whoever has sent the request; its connection may be older. */
  replace(replacements: Replacements): void {
    const noteSender = (socket: object) => {
      this.#senders.set(socket, this.isInside)
      if (this.isInside) this.#onSend()
    }
    const asSender = <Result>(socket: object, act: () => Result) => {
      const isInside = this.#senders.get(socket)
      return isInside === undefined ? act() : storage.run(isInside, act)
    }
    const noteAndWrite = (write: Call) =>
      function (this: unknown, ...args: unknown[]) {
        noteSender(this as Socket)
        return Reflect.apply(write, this, args)
      }
    const pushAsSender = (push: Call) =>
      function (this: unknown, ...args: unknown[]) {
        return asSender(this as Socket, () => Reflect.apply(push, this, args))
      }
    replacements.wrap(Socket.prototype, 'write', noteAndWrite)
    replacements.wrap(Socket.prototype, 'push', pushAsSender)
  }
}
