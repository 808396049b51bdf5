/** What a client was seen to do, in the words of docs/http-clients.md. */
export function inWords({ hasSucceeded, calls, aliases, verdict }) {
  if (calls === 1) return hasSucceeded ? 'succeeds' : 'gives up'
  const more = calls === 2 ? 'tries again' : `tries ${calls - 1} more times`
  const how = { pass: 'waits as told', fail: `${more}, too soon` }[verdict] ?? more
  if (!hasSucceeded) return `${how}, gives up`
  return aliases > 1 ? `${how}: ${aliases} aliases` : `${how}, succeeds`
}
