// In the place of postal-mime's decoder of text that needs no decoding. The original puts two parts for each line
// into a Blob, which takes most of the time of reading a mail, and half of the memory.
const FIRST_BYTES = 16_384
const LINE_FEED = 0x0a

/** Joins lines that come without their ends. */
export class JoinedLines {
  #bytes = new Uint8Array(FIRST_BYTES)
  #length = 0

  update(line) {
    const end = this.#length + line.length + 1
    if (end > this.#bytes.length) {
      const larger = new Uint8Array(2 * end)
      larger.set(this.#bytes.subarray(0, this.#length))
      this.#bytes = larger
    }
    this.#bytes.set(line, this.#length)
    this.#bytes[end - 1] = LINE_FEED
    this.#length = end
  }

  finalize() {
    return Promise.resolve(this.#bytes.buffer.slice(0, this.#length))
  }
}
