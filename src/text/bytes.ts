/** A piece of a body: a text, or bytes. */
export type Piece = string | Uint8Array

/** Bytes whose memory can be given away. */
export type Bytes = Uint8Array<ArrayBuffer>

/** The text of bytes that are UTF-8. */
export function toText(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}

export function toBytes(text: string): Bytes {
  return new TextEncoder().encode(text)
}

/** The bytes of a text each of whose characters stands for a byte, as messages are kept. */
export function fromBinary(text: string): Bytes {
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at)
  return bytes
}

/** A function takes only so many arguments. */
const STEP = 8_192

/** A text with a character for each byte. */
export function toBinary(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += STEP) {
    text += String.fromCharCode(...bytes.subarray(at, at + STEP))
  }
  return text
}

export function joinBytes(chunks: readonly Uint8Array[]): Bytes {
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}
