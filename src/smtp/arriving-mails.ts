import { KIB } from '../contract/values/bound.ts'
import { mailBounds } from '../contract/values/mail-bounds.ts'

/**
 * The memory for mails that are arriving or wait to be read. All connections share it. It is handed out in
 * blocks: a client that sends byte by byte costs no more than one that sends all at once.
 */
export class ArrivingMails {
  #blocks = 0

  begin(): ArrivingMail {
    return new ArrivingMail((blocks) => {
      const all = this.#blocks + blocks
      if (all * BLOCK_BYTES > mailBounds.mailsBytes.max) return false
      this.#blocks = all
      return true
    })
  }
}

const BLOCK_BYTES = 64 * KIB

/** One mail, from its first byte to its answer. */
export class ArrivingMail {
  #state: 'whole' | 'too_large' | 'no_memory' = 'whole'
  #blocks: Buffer[] = []
  #length = 0
  #held = 0
  /** Takes so many blocks more of the memory, or gives them back; tells whether there were as many. */
  readonly #take: (blocks: number) => boolean

  constructor(take: (blocks: number) => boolean) {
    this.#take = take
  }

  get state(): 'whole' | 'too_large' | 'no_memory' {
    return this.#state
  }

  add(chunk: Uint8Array): void {
    if (this.#state !== 'whole') return
    if (this.#length + chunk.length > mailBounds.mailBytes.max) return this.#giveUp('too_large')
    for (let rest = chunk; rest.length > 0;) {
      const used = this.#length % BLOCK_BYTES
      if (used === 0 && !this.#addBlock()) return this.#giveUp('no_memory')
      const part = rest.subarray(0, BLOCK_BYTES - used)
      this.#blocks.at(-1)!.set(part, used)
      this.#length += part.length
      rest = rest.subarray(part.length)
    }
  }

  /** The bytes so far, one character each. The text takes their place: it can be had once. */
  takeText(): string {
    const blocks = this.#blocks.map((block, at) =>
      block.toString('latin1', 0, this.#length - at * BLOCK_BYTES),
    )
    this.#blocks = []
    return blocks.join('')
  }

  /** Lets go of the memory, which is held for the text as well. */
  end(): void {
    this.#blocks = []
    this.#take(-this.#held)
    this.#held = 0
  }

  #addBlock(): boolean {
    if (!this.#take(1)) return false
    this.#held += 1
    this.#blocks.push(Buffer.allocUnsafeSlow(BLOCK_BYTES))
    return true
  }

  #giveUp(why: 'too_large' | 'no_memory'): void {
    this.#state = why
    this.end()
  }
}
