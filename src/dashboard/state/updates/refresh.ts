/**
 * Keeps answers in order: what was asked for before something that is shown already is left out, since it
 * may tell an older state.
 */
export function makeOrder() {
  let started = 0
  let latest = 0
  return async <Answer>(
    load: () => Promise<Answer | undefined>,
    show: (answer: Answer) => void,
  ): Promise<Answer | undefined> => {
    const turn = (started += 1)
    const answer = await load()
    if (answer === undefined || turn < latest) return answer
    latest = turn
    show(answer)
    return answer
  }
}

/** Calls in a short time count as one. */
const REFRESH_MS = 150

/**
 * Makes a function that loads something soon: once for many changes in a short time, never twice at once,
 * and not again within the pause.
 */
export function refreshSoon(load: () => Promise<unknown>, pauseMs = REFRESH_MS): () => void {
  let isPlanned = false
  let isRunning = false
  let readyAt = 0
  const wait = () => setTimeout(run, Math.max(REFRESH_MS, readyAt - performance.now()))
  const run = async () => {
    isPlanned = false
    isRunning = true
    try {
      await load()
    } finally {
      isRunning = false
      readyAt = performance.now() + pauseMs
      if (isPlanned) wait()
    }
  }
  return () => {
    if (isPlanned) return
    isPlanned = true
    if (!isRunning) wait()
  }
}
