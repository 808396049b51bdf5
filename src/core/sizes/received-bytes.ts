import { limits, limitText } from '../../contract/limits.ts'

/** Memory of Node for a chunk beside its bytes. */
const CHUNK_BYTES = 500

/** For a client that comes when there is no room for what it sends. */
export const NO_ROOM = `The sandbox receives at most ${limitText(limits.receivedBytes)} of bodies and mails at once; try again.`

/** Counts the bytes of all bodies and mails that are being received, over HTTP and SMTP together. */
export class ReceivedBytes {
  readonly #max: number
  #bytes = 0

  constructor(max: number = limits.receivedBytes.value) {
    this.#max = max
  }

  /** Reserves memory; returns false if there is none left. */
  take(bytes: number): boolean {
    if (this.#bytes + bytes > this.#max) return false
    this.#bytes += bytes
    return true
  }

  release(bytes: number): void {
    this.#bytes -= bytes
  }
}

/** A body or a mail. It counts from its first byte until `end`: a mail until it was answered. */
export class IncomingBytes {
  readonly #all: ReceivedBytes
  readonly #most: number
  #state: 'whole' | 'too_large' | 'no_room' = 'whole'
  #chunks: Uint8Array[] = []
  #length = 0
  #counted = 0

  /** One of at most `most` bytes. */
  constructor(all: ReceivedBytes, most: number) {
    this.#all = all
    this.#most = most
  }

  /** The reason why its bytes were dropped, if they were. */
  get state(): 'whole' | 'too_large' | 'no_room' {
    return this.#state
  }

  /** The number of bytes that came, dropped ones included. */
  get length(): number {
    return this.#length
  }

  add(chunk: Uint8Array): void {
    this.#length += chunk.length
    if (this.#state !== 'whole') return
    const counted = chunk.length + CHUNK_BYTES
    if (this.#length > this.#most) this.#drop('too_large')
    else if (this.#all.take(counted)) {
      this.#counted += counted
      this.#chunks.push(chunk)
    } else this.#drop('no_room')
  }

  /** Its bytes, which are given away: they still count, as what is made of them does. */
  takeChunks(): Uint8Array[] {
    const chunks = this.#chunks
    this.#chunks = []
    return chunks
  }

  /** Releases the memory. */
  end(): void {
    this.#chunks = []
    this.#all.release(this.#counted)
    this.#counted = 0
  }

  #drop(why: 'too_large' | 'no_room'): void {
    this.#state = why
    this.end()
  }
}
