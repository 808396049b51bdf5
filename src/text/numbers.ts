/** `10,000`. An `Intl.NumberFormat` would say the same; to make the first takes longer than many a command. */
export function toNumber(count: number): string {
  if (!Number.isSafeInteger(count)) return count.toLocaleString('en')
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
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
