import type { Status } from '../../../../results/result.ts'
import type { LieVerdict, TriedLie } from '../../../../hunt/mutate/score.ts'

const rows: Record<LieVerdict, { words: string; status: Status }> = {
  noticed: { words: 'noticed', status: 'pass' },
  not_noticed: { words: 'NOT noticed', status: 'fail' },
  equivalent: { words: 'cannot be noticed', status: 'skipped' },
  not_met: { words: 'not met', status: 'skipped' },
  not_run: { words: 'not tried', status: 'skipped' },
}

/** Describes the verdict on a lie: `noticed (exit 1)`. */
export function describeVerdict({ verdict, how }: TriedLie): string {
  const { words } = rows[verdict]
  return verdict === 'not_noticed' ? words : `${words} (${how})`
}

/** Returns the status of a lie as a case of the result. */
export function statusOf({ verdict }: TriedLie): Status {
  return rows[verdict].status
}
