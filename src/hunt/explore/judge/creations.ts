import type { RequestEntry } from '../../../contract/history/entry.ts'
import { jobOf } from '../../../report/same-request.ts'

/** The creations that were carried out, by what they asked for. */
export function creationsOf(calls: readonly RequestEntry[]): Map<string, RequestEntry[]> {
  const made = calls.filter(({ effect }) => effect?.kind === 'created')
  const byJob = new Map<string, RequestEntry[]>()
  for (const call of made) {
    const job = jobOf(call)
    byJob.set(job, [...(byJob.get(job) ?? []), call])
  }
  return byJob
}

/** How many creations these are. */
export function totalOf(creations: ReadonlyMap<string, readonly RequestEntry[]>): number {
  return [...creations.values()].reduce((total, { length }) => total + length, 0)
}
