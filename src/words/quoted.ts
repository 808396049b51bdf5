/** The most characters of a client's text that a sentence repeats. */
const MAX_LENGTH = 40
const CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g
const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc]/

/** A text of a client within a sentence: shortened, and without effect on the direction of the rest. */
export function quoted(text: string): string {
  const characters = Array.from(text.replaceAll(CONTROLS, ''))
  const head = characters.slice(0, MAX_LENGTH).join('')
  const visible = characters.length > MAX_LENGTH ? `${head}…` : head
  return `“${RIGHT_TO_LEFT.test(visible) ? `\u2068${visible}\u2069` : visible}”`
}

/** A value that ought to be a text, as far as the API knows. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
