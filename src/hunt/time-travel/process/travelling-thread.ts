/** On `process`, since each bundle of this package that is loaded has modules of its own. */
const MARK = Symbol.for('alias-sandbox.travelling-thread')

type Marked = { [MARK]?: () => number }

/**
 * Says that the clocks of this thread have been replaced.
 * @param skewMs how far the caller's Date is ahead of a sandbox in this thread
 */
export function markThread(skewMs: () => number): void {
  const marked = process as Marked
  marked[MARK] = skewMs
}

export function unmarkThread(): void {
  delete (process as Marked)[MARK]
}

/** Have the clocks of this thread been replaced, by whomever? */
export function isThreadMarked(): boolean {
  return (process as Marked)[MARK] !== undefined
}

/** How far the caller's Date is ahead of a sandbox in this thread, in milliseconds. */
export function aheadOfSandboxMs(): number {
  return (process as Marked)[MARK]?.() ?? 0
}
