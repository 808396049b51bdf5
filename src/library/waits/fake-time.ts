import { install, withGlobal } from '@sinonjs/fake-timers'
import { syncBuiltinESMExports } from 'node:module'
import promises from 'node:timers/promises'
import { promisify } from 'node:util'
import { real } from './real.ts'
import { Timers } from './timers.ts'

type Realm = typeof globalThis
type FakeDate = ReturnType<typeof install>['Date']

/** Timers and Dates of this thread that jump, until `close`. */
export class FakeTime {
  readonly #clock = install({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  })
  readonly timers = new Timers(() => this.now())
  /** The functions that those call that are installed. */
  readonly #functions = {
    setTimeout: this.timers.setTimeout.bind(this.timers),
    setInterval: this.timers.setInterval.bind(this.timers),
    clearTimeout: this.timers.clear.bind(this.timers),
    clearInterval: this.timers.clear.bind(this.timers),
  }
  readonly #undo: (() => void)[] = []
  readonly #onFake: () => void
  readonly #set: typeof globalThis.setTimeout
  #skewMs = 0
  #isOpen = true

  /** @param onFake called when a test tool is about to fake what is fake already */
  constructor(onFake: () => void) {
    this.#onFake = onFake
    const { setTimeout: set, setInterval, clearTimeout: clear, clearInterval } = this.#clock
    const before = { setTimeout: set, setInterval, clearTimeout: clear, clearInterval }
    this.#undo.push(() => void Object.assign(this.#clock, before))
    Object.assign(this.#clock, this.#functions)
    this.#set = globalThis.setTimeout
    for (const name of FUNCTIONS) Reflect.deleteProperty(globalThis[name], 'clock')
    this.#prepareDate(this.#clock.Date)
    Object.assign(globalThis.setTimeout, { [promisify.custom]: sleep })
    promises.setTimeout = sleep
    this.#replace(promises.scheduler, 'wait', (ms?: number, options?: SleepOptions) =>
      sleep(ms, undefined, options),
    )
    this.#replace(AbortSignal, 'timeout', timeoutSignal)
    this.#replace(performance, 'now', () => real.performanceNow() + this.#skewMs)
    syncBuiltinESMExports()
  }

  /** Milliseconds on a clock that nobody sets. */
  now(): number {
    return real.performanceNow() + this.#skewMs
  }

  /** Has somebody else replaced the timers since? */
  get isReplaced(): boolean {
    return globalThis.setTimeout !== this.#set
  }

  /** Lets the time of a context of `node:vm` jump too. */
  include(realm: Realm): void {
    if (realm === globalThis || realm.setTimeout === globalThis.setTimeout) return
    for (const name of FUNCTIONS) this.#replace(realm, name, globalThis[name])
    const { Date: date } = withGlobal(realm).createClock()
    this.#prepareDate(date)
    this.#replace(realm, 'Date', date)
  }

  /** Jumps to a time, in whole milliseconds as Date counts them, and fires what is due there. */
  jumpTo(ms: number): void {
    this.#skewMs += Math.max(0, Math.ceil(ms - this.now()))
    this.timers.fireDue()
  }

  /** Puts back what was there. */
  close(): void {
    this.#isOpen = false
    this.#skewMs = 0
    this.timers.close()
    for (const undo of this.#undo.splice(0).toReversed()) undo()
    this.#clock.uninstall()
    // For a test tool that puts back what it found when it was asked to fake timers.
    Object.assign(this.#clock, this.#functions)
    syncBuiltinESMExports()
  }

  /** A Date that goes on between two jumps, and by which a sandbox of this thread can tell the machine's time. */
  #prepareDate(date: FakeDate): void {
    const dateNow = () => real.dateNow() + this.#skewMs
    const clock = Object.defineProperty({ machineMs: real.dateNow }, 'now', { get: dateNow })
    Object.assign(date, { clock })
    // Tools that are made of the same package ask for this before they fake anything, and then refuse to.
    const get = () => {
      if (this.#isOpen) this.#onFake()
      return this.#isOpen
    }
    // One that takes this Date for Node's makes its own of it, and marks that.
    const set = function (this: unknown, value: unknown) {
      Object.defineProperty(this, 'isFake', { value, configurable: true, writable: true })
    }
    Object.defineProperty(date, 'isFake', { get, set })
  }

  #replace(object: object, name: string, value: unknown): void {
    const before = Object.getOwnPropertyDescriptor(object, name)
    const { enumerable = false } = before ?? {}
    Object.defineProperty(object, name, { value, enumerable, configurable: true, writable: true })
    this.#undo.push(() => {
      if (Reflect.get(object, name) !== value) return
      if (before) Object.defineProperty(object, name, before)
      else Reflect.deleteProperty(object, name)
    })
  }
}

const FUNCTIONS = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const

type SleepOptions = { signal?: AbortSignal | undefined; ref?: boolean | undefined }

/** `setTimeout` of `node:timers/promises`. */
function sleep<Value>(ms?: number, value?: Value, options: SleepOptions = {}): Promise<Value> {
  const { signal, ref = true } = options
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(toAbortError(signal))
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve(value as Value)
    }, ms)
    const abort = () => {
      clearTimeout(timer)
      reject(toAbortError(signal!))
    }
    if (!ref) timer.unref()
    signal?.addEventListener('abort', abort, { once: true })
  })
}

/** The error of Node. */
function toAbortError({ reason }: AbortSignal): Error {
  const error = new Error('The operation was aborted', { cause: reason })
  return Object.assign(error, { name: 'AbortError', code: 'ABORT_ERR' })
}

/** `AbortSignal.timeout`. */
function timeoutSignal(ms: number): AbortSignal {
  // Node says what is wrong with anything but whole milliseconds.
  if (!(Number.isInteger(ms) && ms >= 0 && ms < 2 ** 31)) return real.timeoutSignal(ms)
  const controller = new AbortController()
  const abort = () =>
    controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'))
  setTimeout(abort, ms).unref()
  return controller.signal
}
