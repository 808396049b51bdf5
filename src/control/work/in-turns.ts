/** The longest wait of others for a turn. */
const TURN_MS = 5

/**
 * Takes all steps in turns, the first one in the next turn, so that others are served in
 * between. Rejects with the reason of the signal when it is aborted first.
 */
export function inTurns<Result>(
  steps: Iterator<unknown, Result>,
  nextTurn: (act: () => void) => void,
  left: AbortSignal,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const run = () => {
      try {
        left.throwIfAborted()
        const last = takeSteps(steps)
        if (last) resolve(last.value)
        else nextTurn(run)
      } catch (error) {
        reject(error)
      }
    }
    nextTurn(run)
  })
}

/** Takes steps for one turn; returns the last one when it is reached. */
function takeSteps<Result>(
  steps: Iterator<unknown, Result>,
): IteratorReturnResult<Result> | undefined {
  const end = performance.now() + TURN_MS
  do {
    const step = steps.next()
    if (step.done) return step
  } while (performance.now() < end)
  return undefined
}
