import { mailBounds } from '../contract/values/mail-bounds.ts'

/**
 * The memory for mails that are arriving. All connections share it, and one mail is one growing block: a
 * client that sends byte by byte costs no more than one that sends all at once.
 */
export class ArrivingMails {
  #heldBytes = 0

  begin(): ArrivingMail {
    let held = 0
    return new ArrivingMail((bytes) => {
      if (this.#heldBytes - held + bytes > mailBounds.mailsBytes.max) return false
      this.#heldBytes += bytes - held
      held = bytes
      return true
    })
  }
}

const FIRST_BYTES = 16 * 1_024

/** One mail that is arriving. */
export class ArrivingMail {
  #block = new Uint8Array()
  #length = 0
  #state: 'whole' | 'too_large' | 'no_memory' = 'whole'
  readonly #hold: (bytes: number) => boolean

  constructor(hold: (bytes: number) => boolean) {
    this.#hold = hold
  }

  get state(): 'whole' | 'too_large' | 'no_memory' {
    return this.#state
  }

  add(chunk: Uint8Array): void {
    if (this.#state !== 'whole') return
    const length = this.#length + chunk.length
    if (length > mailBounds.mailBytes.max) return this.#giveUp('too_large')
    if (length > this.#block.length) {
      const size = Math.max(FIRST_BYTES, length, 2 * this.#block.length)
      if (!this.#hold(size)) return this.#giveUp('no_memory')
      const block = new Uint8Array(size)
      block.set(this.#block.subarray(0, this.#length))
      this.#block = block
    }
    this.#block.set(chunk, this.#length)
    this.#length = length
  }

  /** The bytes so far, as a copy. */
  bytes(): Uint8Array {
    return this.#block.slice(0, this.#length)
  }

  /** Lets go of the memory. */
  end(): void {
    this.#block = new Uint8Array()
    this.#length = 0
    this.#hold(0)
  }

  #giveUp(why: 'too_large' | 'no_memory'): void {
    this.#state = why
    this.end()
  }
}
