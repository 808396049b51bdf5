const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** The value of each letter by its character code; -1 for other characters. */
const VALUES = new Int8Array(128).fill(-1)
for (const [value, letter] of ALPHABET.split('').entries()) VALUES[letter.charCodeAt(0)] = value

/** Base64url of bytes, each as a character, unpadded. The core has no Buffer and no btoa. */
export function toBase64Url(text: string): string {
  let encoded = ''
  for (let at = 0; at < text.length; at += 3) {
    const bits =
      (text.charCodeAt(at) << 16) |
      ((text.charCodeAt(at + 1) || 0) << 8) |
      (text.charCodeAt(at + 2) || 0)
    const letters = Math.min(4, text.length - at + 1)
    for (let letter = 0; letter < letters; letter += 1) {
      encoded += ALPHABET[(bits >> (18 - 6 * letter)) & 63]
    }
  }
  return encoded
}

/** Decodes base64url; undefined when the text is not base64url. */
export function fromBase64Url(encoded: string): string | undefined {
  let text = ''
  let bits = 0
  let held = 0
  for (let at = 0; at < encoded.length; at += 1) {
    const value = VALUES[encoded.charCodeAt(at)] ?? -1
    if (value < 0) return undefined
    bits = ((bits << 6) | value) & 0xffff
    held += 6
    if (held >= 8) {
      held -= 8
      text += String.fromCharCode((bits >> held) & 0xff)
    }
  }
  return text
}
