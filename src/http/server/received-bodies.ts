import type { IncomingMessage } from 'node:http'
import { inputBounds } from '../../contract/values/bounds.ts'

/** What reads a body. */
export interface Body {
  /** Begins to read. */
  start(): void
  /** Aborts the request, because it blocks others. */
  cut(): void
}

/** A body that is being read. */
export type Reading = {
  request: IncomingMessage
  body: Body
  /** How many of its bytes are in memory. */
  bytes: number
  /** Bytes received since the last check. */
  received: number
  /** How many checks in a row found almost no new bytes. */
  stalls: number
  isLarge: boolean
  isComplete: boolean
}

type Limits = { allBytes: number; largeFromBytes: number }

/** This much of each body is always read, so that a small body never waits for others. */
const FREE_BYTES = 4 * 1_024
/** The most that one read can return. */
const READ_BYTES = 64 * 1_024
/** This many bodies continue when there is no room, so that some always complete. */
const MAX_FAVOURED = 8
const SWEEP_MS = 250
/** A body that blocks others must receive this many bytes between two checks. */
const MIN_RECEIVED_BYTES = 1_024
const MIN_RECEIVED_BYTES_LARGE = 64 * 1_024
const MAX_STALLS = 4

/**
 * Limits the memory for request bodies that are not complete yet. Beyond the limit, bodies are paused
 * until others complete, and TCP flow control makes their clients wait. Large bodies are read and
 * answered one at a time, because their parsed values take several times their bytes.
 */
export class ReceivedBodies {
  readonly #limits: Limits
  /** Small bodies that are not paused, beyond their free bytes; ordered by when they last received bytes, longest ago first. */
  readonly #active = new Set<Reading>()
  readonly #paused = new Set<Reading>()
  /** Bodies that are not paused although there is no room. */
  readonly #favoured = new Set<Reading>()
  readonly #waiting = new Set<Reading>()
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

  /** Call when a body begins that may have up to `most` bytes. */
  open(request: IncomingMessage, most: number, body: Body): Reading {
    const isLarge = most > this.#limits.largeFromBytes
    return { request, body, bytes: 0, received: 0, stalls: 0, isLarge, isComplete: false }
  }

  /** Starts this body when it may be read: a small one at once, a large one when its turn comes. */
  whenTurn(reading: Reading): void {
    if (!reading.isLarge) return reading.body.start()
    this.#waiting.add(reading)
    this.#takeTurn()
    if (this.#waiting.size > 0) this.#watchTime()
  }

  /** Call for each chunk of `received` bytes; `bytes` is what the body takes in memory now. */
  grow(reading: Reading, received: number, bytes: number): void {
    reading.received += received
    if (reading.isLarge) return
    this.#bytes += bytes - reading.bytes
    reading.bytes = bytes
    if (bytes <= FREE_BYTES) return
    this.#active.delete(reading)
    this.#active.add(reading)
    if (this.#hasRoom || this.#favoured.has(reading)) return
    this.#watchTime()
    reading.request.pause()
    this.#active.delete(reading)
    this.#paused.add(reading)
    // Bytes that were in transit still arrive after a pause, so the total can exceed the limit.
    if (this.#bytes > 2 * this.#limits.allBytes) {
      const [slowest = reading] = this.#active
      this.#cut(slowest)
    }
    this.#admit()
  }

  /** Call when the body is complete or its client has disconnected. A large one keeps its turn until `release`. */
  end(reading: Reading): void {
    reading.isComplete = true
    this.#active.delete(reading)
    this.#paused.delete(reading)
    this.#bytes -= reading.bytes
    reading.bytes = 0
    this.#favoured.delete(reading)
    if (this.#paused.size > 0) this.#admit()
  }

  /** Call when a large body has been answered or given up; the next one may then be read. */
  release(reading: Reading): void {
    this.#waiting.delete(reading)
    if (this.#turn !== reading) return
    this.#turn = undefined
    // In a turn of its own, because the values of the last one become garbage only then.
    setImmediate(() => this.#takeTurn())
  }

  get #hasRoom(): boolean {
    return this.#bytes <= this.#limits.allBytes
  }

  #takeTurn(): void {
    if (this.#turn !== undefined) return
    const [next] = this.#waiting
    if (next === undefined) return
    this.#waiting.delete(next)
    this.#turn = next
    next.body.start()
  }

  /** Resumes bodies while there is room, and a few more when there is none. */
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

  #cut(reading: Reading): void {
    this.end(reading)
    reading.body.cut()
  }

  /** One timer for all bodies, which runs only while some wait. */
  #watchTime(): void {
    this.#sweep ??= setInterval(() => this.#checkProgress(), SWEEP_MS).unref()
  }

  /** Cuts off bodies that stall while others wait. Counts checks instead of time, since a busy process checks late. */
  #checkProgress(): void {
    if (this.#turn && this.#waiting.size > 0) this.#checkBody(this.#turn, MIN_RECEIVED_BYTES_LARGE)
    if (!this.#hasRoom || this.#paused.size > 0) {
      for (const reading of this.#active) this.#checkBody(reading, MIN_RECEIVED_BYTES)
      this.#admit()
    }
    if (this.#paused.size > 0 || this.#waiting.size > 0) return
    clearInterval(this.#sweep)
    this.#sweep = undefined
  }

  #checkBody(reading: Reading, minBytes: number): void {
    reading.stalls = reading.received < minBytes ? reading.stalls + 1 : 0
    reading.received = 0
    if (reading.stalls >= MAX_STALLS && !reading.isComplete) this.#cut(reading)
  }
}
