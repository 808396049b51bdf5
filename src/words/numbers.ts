let grouped: Intl.NumberFormat | undefined

/** `10,000`. */
export function toNumber(count: number): string {
  if (Number.isInteger(count) && count >= 0 && count < 1_000) return String(count)
  // Made when it is needed: it takes longer than many a command.
  grouped ??= new Intl.NumberFormat('en')
  return grouped.format(count)
}

/** `1 alias`, `10,000 aliases`; the plural is regular if none is given. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${toNumber(count)} ${count === 1 ? one : many}`
}

/** `1 alias`, `3 aliases`. */
export function aliasesOf(count: number): string {
  return countOf(count, 'alias', 'aliases')
}

/** `once`, `3 times`. */
export function timesOf(count: number): string {
  return count === 1 ? 'once' : `${toNumber(count)} times`
}
