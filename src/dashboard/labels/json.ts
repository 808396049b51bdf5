/** Formats JSON with line breaks; returns text unchanged. */
export function toPretty(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
