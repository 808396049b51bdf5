import type { Result } from '../../../src/results/result.ts'

/** A result with these cases. */
export function resultWith(cases: Result['cases'], more: Partial<Result> = {}): Result {
  return { name: 'hunt', headline: '1 problem', cases, notes: [], data: null, ...more }
}
