/**
 * Escapes text from outside (a client, a file, another sandbox, the environment) for a line of a terminal, a
 * log or a message. The escaping for other formats is in the files next to this one.
 */

/**
 * Control characters, line breaks, characters that change the direction of text, and unpaired surrogates: no
 * text may repaint a terminal, forge a line, or appear in a different order.
 */
const UNSAFE =
  /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]/gu
const MAX_LENGTH = 300

/** Formats a text as one line, shortened if it is long. */
export function printable(text: string, max = MAX_LENGTH): string {
  return shorten(escapeUnsafe(text.slice(0, max + 1)), max)
}

/** Escapes unsafe characters as JSON does; JSON itself escapes only some of them. */
export function escapeUnsafe(text: string): string {
  return text.replace(UNSAFE, escapeOne)
}

/** Shortens a text to `max` characters. */
export function shorten(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max)}…` : text
}

/** Keeps line breaks and our own colours; escapes everything else. */
export function escapeLines(text: string): string {
  return text.replace(UNSAFE, (unsafe, at: number) =>
    unsafe === '\n' || unsafe === '\t' || (unsafe === '\u001b' && isColour(text, at))
      ? unsafe
      : escapeOne(unsafe),
  )
}

/** Bold, dim, green, yellow, red, and their end codes. */
const COLOUR = /\[(?:1|2|22|3[1-3]|39)m/y

function isColour(text: string, at: number): boolean {
  COLOUR.lastIndex = at + 1
  return COLOUR.test(text)
}

function escapeOne(unsafe: string): string {
  return `\\u${unsafe.charCodeAt(0).toString(16).padStart(4, '0')}`
}
