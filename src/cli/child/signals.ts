import type { Io } from '../output/io.ts'

/** npm and npx forward Ctrl-C, so it arrives twice in a terminal. Within this time it counts once. */
const SAME_REQUEST_MS = 200

/**
 * Calls `listener` for each termination signal with the number of earlier ones, until the returned
 * function is called.
 */
export function watchSignals(
  io: Io,
  listener: (signal: NodeJS.Signals, before: number) => void,
): () => void {
  let count = 0
  let last: { signal: NodeJS.Signals; at: number } | undefined
  return io.onSignal((signal) => {
    const at = performance.now()
    const isRepeated = last?.signal === signal && at - last.at < SAME_REQUEST_MS
    last = { signal, at }
    if (isRepeated) return
    listener(signal, count)
    count += 1
  })
}
