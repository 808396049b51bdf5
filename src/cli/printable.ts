/** Control characters, and those that turn the direction of text: nothing may repaint a terminal. */
const UNSAFE = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu
const LONGEST = 300

/** A text that came from a client, fit for one line of a terminal or a log. */
export function printable(text: string): string {
  return escapeUnsafe(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)
}

/** Writes what is unsafe as JSON would, which of it all escapes only half. */
export function escapeUnsafe(text: string): string {
  return text.replace(UNSAFE, (unsafe) => {
    const code = unsafe.charCodeAt(0).toString(16).padStart(4, '0')
    return `\\u${code}`
  })
}
