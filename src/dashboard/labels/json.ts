/** Formats the text of JSON with line breaks; returns any other text unchanged. */
export function prettyText(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** Formats JSON with line breaks; returns text unchanged. */
export function toPretty(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
