/** Told of an error that nobody awaits; it must not throw itself. */
export type Report = (error: unknown) => void

/**
 * Makes a callback for a timer, a stream or a listener safe. Nobody catches what is thrown there, so
 * an error would end the process: it is reported, and `end` ends what the callback belongs to.
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
