/** A run of the tests, as far as it decides what became of a lie. */
export type TestRun = {
  readonly hasFailed: boolean
  /** False for a service that had no occasion to lie: then the run counts as one without a lie. */
  readonly hasLied: boolean
}

/** Runs the tests; undefined: the run was stopped. */
type TestRunner<Run extends TestRun> = {
  withLie: () => Promise<Run | undefined>
  withoutLie: () => Promise<Run | undefined>
}

/** The result of the runs for a lie. `flaky`: its run failed, and one under the same conditions passed. */
export type Trial<Run extends TestRun> = {
  readonly end: 'passed' | 'failed' | 'flaky'
  readonly run: Run
}

/**
 * Tries a lie. The tests notice it if they fail under it, pass without it, and fail under it again. One run in
 * which they pass shows that they do not. Undefined: a run was stopped.
 */
export async function tryLie<Run extends TestRun>({
  withLie,
  withoutLie,
}: TestRunner<Run>): Promise<Trial<Run> | undefined> {
  const first = await withLie()
  if (!first) return undefined
  if (!first.hasFailed) return { end: 'passed', run: first }
  if (!first.hasLied) return { end: 'flaky', run: first }
  const between = await withoutLie()
  if (!between) return undefined
  if (between.hasFailed) return { end: 'flaky', run: between }
  const again = await withLie()
  if (!again) return undefined
  if (!again.hasFailed) return { end: 'flaky', run: first }
  if (!again.hasLied) return { end: 'flaky', run: again }
  return { end: 'failed', run: first }
}
