/** A piece of code inside a value that is written as a literal. */
export class Code {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** A field of a named answer, such as `{answer_1.next_cursor}`. */
export const NAMED = /\{(answer_\d+)\.([a-z0-9_.]+)\}/g

/** A text as in JSON, with escapes for what is not visible. The escapes mean the same in JavaScript and Python. */
export function escapedJson(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
