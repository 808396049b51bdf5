/** `no burst 429 was received` becomes `No burst 429 was received.` */
export function withFullStop(words: string): string {
  const text = capitalized(words)
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

/** `Lists aliases before it retries a lost creation`, for a heading. */
export function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
