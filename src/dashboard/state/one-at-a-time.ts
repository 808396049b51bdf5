/**
 * Makes a function that loads something, never twice at once. Who asks during a load gets the result of the next
 * one, which sees all that was done before.
 */
export function oneAtATime(load: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  const run = async () => {
    try {
      await load()
    } finally {
      running = undefined
    }
  }
  const start = () => (running = run())
  return () => {
    if (!running) return start()
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined
        return start()
      })
    return next
  }
}
