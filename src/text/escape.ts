/**
 * Text that came from outside (a client, a file, another sandbox, the environment), made fit for a line
 * of a terminal, of a log or of a message. What each other place needs stands beside this file.
 */

/**
 * Control characters, line ends, what turns the direction of text, and halves of surrogate pairs:
 * nothing may repaint a terminal, make up a line, or show text in another order than it has.
 */
const UNSAFE =
  /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]/gu
const MAX_LENGTH = 300

/** A text on one line, shortened where it is long. */
export function printable(text: string, max = MAX_LENGTH): string {
  return shorten(escapeUnsafe(text.slice(0, max + 1)), max)
}

/** Writes what is unsafe as JSON would; JSON itself escapes only half of it. */
export function escapeUnsafe(text: string): string {
  return text.replace(UNSAFE, escapeOne)
}

/** The beginning of a text that is longer than `max` characters. */
export function shorten(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max)}…` : text
}

/** Several lines as they are, and the colours that we set; everything else is escaped. */
export function escapeLines(text: string): string {
  return text.replace(UNSAFE, (unsafe, at: number) =>
    unsafe === '\n' || unsafe === '\t' || (unsafe === '\u001b' && isColour(text, at))
      ? unsafe
      : escapeOne(unsafe),
  )
}

/** Bold, dim, green, yellow, red, and their ends. */
const COLOUR = /\[(?:1|2|22|3[1-3]|39)m/y

function isColour(text: string, at: number): boolean {
  COLOUR.lastIndex = at + 1
  return COLOUR.test(text)
}

function escapeOne(unsafe: string): string {
  return `\\u${unsafe.charCodeAt(0).toString(16).padStart(4, '0')}`
}
