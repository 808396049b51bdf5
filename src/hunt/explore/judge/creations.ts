import type { CallEntry } from '../../../core/record/history-entry.ts'
import { jobOf } from '../../../report/same-request.ts'

/** The creations that were carried out, by what they asked for. */
export function creationsOf(calls: readonly CallEntry[]): Map<string, CallEntry[]> {
  const made = calls.filter(({ effect }) => effect?.kind === 'created')
  const byJob = new Map<string, CallEntry[]>()
  for (const call of made) {
    const job = jobOf(call)
    byJob.set(job, [...(byJob.get(job) ?? []), call])
  }
  return byJob
}

/** How many creations these are. */
export function totalOf(creations: ReadonlyMap<string, readonly CallEntry[]>): number {
  return [...creations.values()].reduce((total, { length }) => total + length, 0)
}
