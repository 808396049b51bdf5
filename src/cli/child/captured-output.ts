import { StringDecoder } from 'node:string_decoder'

/** Small pieces are joined up to this length, so that a command that prints letter by letter costs little. */
const PIECE = 64 * 1024

/** The end of an output of any length, as text. */
export class OutputEnd {
  readonly #max: number
  #pieces: string[] = []
  #length = 0

  constructor(max: number) {
    this.#max = max
  }

  /** A function that adds the bytes of one stream; characters may be split between chunks. */
  reader(): (bytes: Buffer) => void {
    const decoder = new StringDecoder('utf8')
    return (bytes) => this.#add(decoder.write(bytes))
  }

  toString(): string {
    return this.#pieces.join('').slice(-this.#max)
  }

  #add(text: string): void {
    const last = this.#pieces.at(-1)
    if (last !== undefined && last.length + text.length <= PIECE) {
      this.#pieces[this.#pieces.length - 1] = last + text
    } else this.#pieces.push(text)
    this.#length += text.length
    while (this.#length - this.#pieces[0]!.length >= this.#max) {
      this.#length -= this.#pieces.shift()!.length
    }
  }
}

/** The bytes of standard output, as far as they fit. */
export type StandardOutput = {
  bytes: Buffer
  /** False if the command printed more than is stored. */
  isComplete: boolean
}

/** The start of an output of any length, as bytes. */
export class OutputStart {
  readonly #max: number
  readonly #chunks: Buffer[] = []
  #length = 0
  #isComplete = true

  constructor(max: number) {
    this.#max = max
  }

  add(bytes: Buffer): void {
    const room = this.#max - this.#length
    if (bytes.length > room) this.#isComplete = false
    if (room <= 0) return
    const part = bytes.subarray(0, room)
    this.#chunks.push(part)
    this.#length += part.length
  }

  read(): StandardOutput {
    return { bytes: Buffer.concat(this.#chunks), isComplete: this.#isComplete }
  }
}
