import promises from 'node:timers/promises'

type Options = { signal?: AbortSignal; ref?: boolean }
type SetTimer = (act: () => void, ms?: number) => NodeJS.Timeout

const { setTimeout: realTimeout, setInterval: realInterval } = promises

/** `setTimeout` of `node:timers/promises`, on the timers of `setTimeout`. */
export function makeTimeout(setTimeout: SetTimer) {
  return (ms?: number, value?: unknown, options: Options = {}): Promise<unknown> => {
    const { signal, ref = true } = isOrdinary(ms, options) ? options : {}
    // Node rejects with its own errors.
    if (!isOrdinary(ms, options) || signal?.aborted) return realTimeout(ms, value, options)
    return new Promise((resolve) => {
      const abort = () => {
        clearTimeout(timer)
        resolve(realTimeout(ms, value, options))
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', abort)
        resolve(value)
      }, ms)
      if (!ref) timer.unref()
      signal?.addEventListener('abort', abort, { once: true })
    })
  }
}

/** `setInterval` of `node:timers/promises`, on the timers of `setInterval`. */
export function makeInterval(setInterval: SetTimer) {
  return (ms?: number, value?: unknown, options: Options = {}): AsyncIterator<unknown> =>
    isOrdinary(ms, options) && !options.signal?.aborted
      ? ticks(setInterval, ms, value, options)
      : realInterval(ms, value, options)
}

async function* ticks(
  setInterval: SetTimer,
  ms: number | undefined,
  value: unknown,
  options: Options,
): AsyncGenerator {
  const { signal, ref = true } = options
  let ticked = 0
  let wake = () => {}
  const timer = setInterval(() => {
    ticked += 1
    wake()
  }, ms)
  if (!ref) timer.unref()
  const isAborted = () => signal?.aborted ?? false
  const abort = () => wake()
  signal?.addEventListener('abort', abort, { once: true })
  try {
    while (!isAborted()) {
      if (ticked === 0) {
        // eslint-disable-next-line no-await-in-loop -- an interval is a sequence
        await new Promise<void>((resolve) => (wake = resolve))
      }
      for (; ticked > 0 && !isAborted(); ticked -= 1) yield value
    }
    yield* realInterval(ms, value, options) // throws Node's own error
  } finally {
    clearInterval(timer)
    signal?.removeEventListener('abort', abort)
  }
}

/** Would Node accept these arguments? */
function isOrdinary(ms: unknown, options: unknown): options is Options {
  if (ms !== undefined && typeof ms !== 'number') return false
  if (typeof options !== 'object' || options === null) return false
  const { signal, ref } = options as Record<string, unknown>
  return (
    (signal === undefined || signal instanceof AbortSignal) &&
    (ref === undefined || typeof ref === 'boolean')
  )
}
