import crypto from 'node:crypto'
import zlib from 'node:zlib'
import type { Call, Replacements } from './replacements.ts'

/** Work on other threads that Node does not list among the active requests of a process. */
export class HiddenWork {
  #running = 0

  get isRunning(): boolean {
    return this.#running > 0
  }

  replace(replacements: Replacements): void {
    const { WebAssembly: compiler } = globalThis as unknown as { WebAssembly: object }
    const subtle = Object.getPrototypeOf(crypto.webcrypto.subtle) as object
    const streams = Object.getPrototypeOf(Object.getPrototypeOf(zlib.Gunzip.prototype)) as object
    const promising = Object.getOwnPropertyNames(subtle).filter((name) => name !== 'constructor')
    for (const name of ['compile', 'instantiate']) this.#wrapPromise(replacements, compiler, name)
    for (const name of promising) this.#wrapPromise(replacements, subtle, name)
    for (const name of CRYPTO) this.#wrapCallback(replacements, crypto, name)
    this.#wrapCallback(replacements, streams, '_transform')
  }

  #wrapPromise(replacements: Replacements, object: object, name: string): void {
    replacements.wrap(object, name, (call) => this.#countPromise(call))
  }

  #wrapCallback(replacements: Replacements, object: object, name: string): void {
    replacements.wrap(object, name, (call) => this.#countCallback(call))
  }

  #start(): () => void {
    let isOver = false
    this.#running += 1
    return () => {
      if (isOver) return
      isOver = true
      this.#running -= 1
    }
  }

  #countPromise(call: Call): Call {
    const start = () => this.#start()
    return named(call, function (this: unknown, ...args) {
      const result = Reflect.apply(call, this, args)
      if (result instanceof Promise) {
        const end = start()
        result.then(end, end)
      }
      return result
    })
  }

  /** For functions whose last argument is called once, at the end. */
  #countCallback(call: Call): Call {
    const start = () => this.#start()
    return named(call, function (this: unknown, ...args) {
      const last = args.at(-1)
      if (typeof last !== 'function') return Reflect.apply(call, this, args)
      const end = start()
      args[args.length - 1] = function (this: unknown, ...results: unknown[]) {
        end()
        return Reflect.apply(last, this, results) as unknown
      }
      try {
        return Reflect.apply(call, this, args)
      } catch (error) {
        end()
        throw error
      }
    })
  }
}

/** Those that take a callback. */
const CRYPTO = [
  'checkPrime',
  'generateKey',
  'generateKeyPair',
  'generatePrime',
  'hkdf',
  'pbkdf2',
  'randomBytes',
  'randomFill',
  'scrypt',
  'sign',
  'verify',
]

/** Gives a replacement the name, length and further properties of the original, such as those of util.promisify. */
function named(call: Call, replacement: Call): Call {
  const { prototype: _, ...properties } = Object.getOwnPropertyDescriptors(call)
  return Object.defineProperties(replacement, properties)
}
