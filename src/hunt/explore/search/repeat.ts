import type { Finding } from '../finding.ts'

/** How often a scenario is repeated, to see whether it shows its problem each time. */
const REPEATS = 3
/** The number of repeats for a client whose runs differ, or whose calls overtake each other. */
const MORE_REPEATS = 10

/**
 * Runs something three times; ten times if the results differ or if they may. So a problem that depends on
 * which of two calls comes first is judged alike each time.
 */
export async function repeat<Result>(
  run: () => Promise<Result>,
  mayDiffer: (results: readonly Result[]) => boolean,
): Promise<Result[]> {
  const first = await Promise.all(Array.from({ length: REPEATS }, run))
  if (!mayDiffer(first)) return first
  const more = await Promise.all(Array.from({ length: MORE_REPEATS - REPEATS }, run))
  return [...first, ...more]
}

/** Did each repeat of its scenario show the problem? Nobody could repair what only some runs show. */
export function isSteady({
  repeats,
  reproduced,
}: Pick<Finding, 'repeats' | 'reproduced'>): boolean {
  return repeats >= REPEATS && reproduced === repeats
}
