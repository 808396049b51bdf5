import type { IncomingMessage } from 'node:http'
import { inputBounds } from '../../contract/bounds.ts'

/** A body that is being read. */
export type Reading = {
  request: IncomingMessage
  /** Ends it: it holds up others. */
  cut: () => void
  /** What is in memory of it. */
  bytes: number
  /** What has come since it was last looked at. */
  came: number
  /** How many times in a row nearly nothing had come. */
  stills: number
  isLarge: boolean
  isWhole: boolean
}

type Limits = { allBytes: number; largeFromBytes: number }

/** So much of each body is read in any case: a small one never waits for others. */
const FREE_BYTES = 4 * 1_024
/** What one read may bring. */
const READ_BYTES = 64 * 1_024
/** So many go on when there is no room, so that some are always finished. */
const MAX_FAVOURED = 8
const SWEEP_MS = 250
/** A body that others wait for has to bring so much between two looks, or is cut off after some. */
const MIN_CAME_BYTES = 1_024
const MIN_CAME_BYTES_LARGE = 64 * 1_024
const MAX_STILLS = 4

/**
 * Bounds the request bodies that are in memory and not whole yet. Beyond the bound, bodies are read no
 * further until others are whole; the client's system then holds back what is sent. Large bodies are
 * read and answered one at a time: their values take several times their bytes.
 */
export class ReceivedBodies {
  readonly #limits: Limits
  /** Small ones that are not paused; who has brought nothing for longest is the first. */
  readonly #active = new Set<Reading>()
  readonly #paused = new Set<Reading>()
  /** They are not paused, since nobody else goes on. */
  readonly #favoured = new Set<Reading>()
  readonly #waiting = new Map<Reading, () => void>()
  #turn: Reading | undefined
  #bytes = 0
  #sweep: NodeJS.Timeout | undefined

  constructor(
    limits: Limits = {
      allBytes: inputBounds.bodiesBytes.max,
      largeFromBytes: inputBounds.largeBodyBytes.max,
    },
  ) {
    this.#limits = limits
  }

  /** To be called when a body begins that may have `most` bytes. */
  open(request: IncomingMessage, most: number, cut: () => void): Reading {
    const isLarge = most > this.#limits.largeFromBytes
    return { request, cut, bytes: 0, came: 0, stills: 0, isLarge, isWhole: false }
  }

  /** Calls `read` when this body may be read: at once, or when it is the turn of a large one. */
  whenTurn(reading: Reading, read: () => void): void {
    if (!reading.isLarge) {
      this.#active.add(reading)
      return read()
    }
    this.#waiting.set(reading, read)
    this.#takeTurn()
    if (this.#waiting.size > 0) this.#watchTime()
  }

  /** To be called when something came; `bytes` is what the body takes in memory now. */
  grow(reading: Reading, came: number, bytes: number): void {
    reading.came += came
    if (reading.isLarge) return
    this.#bytes += bytes - reading.bytes
    reading.bytes = bytes
    this.#active.delete(reading)
    this.#active.add(reading)
    if (this.#hasRoom || bytes <= FREE_BYTES || this.#favoured.has(reading)) return
    this.#watchTime()
    reading.request.pause()
    this.#active.delete(reading)
    this.#paused.add(reading)
    // What was under way already has come as well.
    if (this.#bytes > 2 * this.#limits.allBytes) this.#cut(this.#silentest() ?? reading)
    this.#admit()
  }

  /** The body is whole, or its client has gone away. A large one keeps its turn until `release`. */
  end(reading: Reading): void {
    reading.isWhole = true
    if (!this.#active.delete(reading) && !this.#paused.delete(reading)) return
    this.#bytes -= reading.bytes
    reading.bytes = 0
    this.#favoured.delete(reading)
    if (this.#paused.size > 0) this.#admit()
  }

  /** A large body is answered, or never will be: the next one may be read. */
  release(reading: Reading): void {
    this.#waiting.delete(reading)
    if (this.#turn !== reading) return
    this.#turn = undefined
    // In a turn of its own: the values of the last one are garbage only now.
    setImmediate(() => this.#takeTurn())
  }

  get #hasRoom(): boolean {
    return this.#bytes <= this.#limits.allBytes
  }

  #takeTurn(): void {
    if (this.#turn !== undefined) return
    const [next] = this.#waiting
    if (next === undefined) return
    const [reading, read] = next
    this.#waiting.delete(reading)
    this.#turn = reading
    read()
  }

  /** Lets those go on for whom there is room; when there is none, the first few. */
  #admit(): void {
    let room = this.#limits.allBytes - this.#bytes
    for (const reading of this.#paused) {
      if (room <= 0 && this.#favoured.size >= MAX_FAVOURED) return
      if (room <= 0) this.#favoured.add(reading)
      room -= READ_BYTES
      this.#paused.delete(reading)
      this.#active.add(reading)
      reading.request.resume()
    }
  }

  #silentest(): Reading | undefined {
    for (const reading of this.#active) if (reading.bytes > FREE_BYTES) return reading
    return undefined
  }

  #cut(reading: Reading): void {
    this.end(reading)
    reading.cut()
  }

  /** One timer for all, and only while somebody waits. */
  #watchTime(): void {
    this.#sweep ??= setInterval(() => this.#look(), SWEEP_MS).unref()
  }

  /** Cuts off who brings nearly nothing while others wait. Counted in looks: a busy process looks late. */
  #look(): void {
    if (this.#turn && this.#waiting.size > 0) this.#lookAt(this.#turn, MIN_CAME_BYTES_LARGE)
    if (!this.#hasRoom || this.#paused.size > 0) {
      for (const reading of this.#active) {
        if (reading.bytes > FREE_BYTES) this.#lookAt(reading, MIN_CAME_BYTES)
      }
      this.#admit()
    }
    if (this.#paused.size > 0 || this.#waiting.size > 0) return
    clearInterval(this.#sweep)
    this.#sweep = undefined
  }

  #lookAt(reading: Reading, requested: number): void {
    reading.stills = reading.came < requested ? reading.stills + 1 : 0
    reading.came = 0
    if (reading.stills >= MAX_STILLS && !reading.isWhole) this.#cut(reading)
  }
}
