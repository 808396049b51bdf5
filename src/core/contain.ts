/** Receives an unhandled error; it must not throw. */
export type Report = (error: unknown) => void

/**
 * Wraps a callback of a timer, stream or listener, where an uncaught error would end the process. The
 * wrapper reports the error and then calls `end` to clean up.
 */
export function contain<Args extends unknown[]>(
  report: Report,
  run: (...args: Args) => void,
  end?: (...args: Args) => void,
): (...args: Args) => void {
  return (...args) => {
    try {
      run(...args)
    } catch (error) {
      report(error)
      end?.(...args)
    }
  }
}
