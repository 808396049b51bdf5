/** Describes the behaviour of a client in the words of docs/etiquette.md. */
export function inWords({ hasSucceeded, calls, aliases, verdict }) {
  if (calls === 1) return hasSucceeded ? 'succeeds' : 'gives up'
  const more = calls === 2 ? 'retries' : `retries ${calls - 1} times`
  const how = { pass: 'waits for Retry-After', fail: `${more} too soon` }[verdict] ?? more
  if (!hasSucceeded) return `${how}, gives up`
  return aliases > 1 ? `${how}: ${aliases} aliases` : `${how}, succeeds`
}
