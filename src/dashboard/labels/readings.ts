/** Returns the label of one value of a choice: `clock minute`, `yes`, `10`. */
export function readingLabel(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return String(value).replaceAll('_', ' ')
}
