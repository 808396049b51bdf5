const grouped = new Intl.NumberFormat('en')

/** `10,000`. */
export function toNumber(count: number): string {
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
