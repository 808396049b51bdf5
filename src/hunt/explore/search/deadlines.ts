import type { HuntOptions } from '../options.ts'
import { clearTimeout, setTimeout } from '../../../node/real-timers.ts'

/** When the search ends, and when everything does: making scenarios smaller may take as long again. */
export interface Deadlines {
  readonly search: AbortSignal
  readonly all: AbortSignal
  /** Ends the runs that nobody waits for any more. */
  close(): void
}

/** The longest time of a timer. */
const MAX_TIMER_MS = 2_147_483_647

/** @param signal ends everything early */
export function startDeadlines(
  { timeMs, shrinkMs }: Pick<HuntOptions, 'timeMs' | 'shrinkMs'>,
  signal: AbortSignal,
): Deadlines {
  const search = new AbortController()
  const all = new AbortController()
  const after = (ms: number, ending: AbortController) =>
    setTimeout(() => ending.abort(), Math.min(ms + 1, MAX_TIMER_MS))
  const timers = [after(timeMs, search), after(timeMs + Math.min(timeMs, shrinkMs), all)]
  return {
    search: search.signal,
    all: AbortSignal.any([signal, all.signal]),
    close() {
      for (const timer of timers) clearTimeout(timer)
      all.abort()
    },
  }
}
