/** A window that nobody sees paints nothing. */
const HIDDEN_MS = 100

/** Ends when what is there is shown: a check, a replay and a long session can take a moment. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, HIDDEN_MS)
  })
}
