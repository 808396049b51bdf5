import type { CallEntry } from '../../../core/record/history-entry.ts'
import { contentOf } from '../../../core/report/same-request.ts'

/** The creations that were carried out, by what they asked for. */
export function creationsOf(calls: readonly CallEntry[]): Map<string, CallEntry[]> {
  const made = calls.filter(({ effect }) => effect?.kind === 'created')
  const byContent = new Map<string, CallEntry[]>()
  for (const call of made) {
    const content = contentOf(call)
    byContent.set(content, [...(byContent.get(content) ?? []), call])
  }
  return byContent
}

/** How many creations these are. */
export function totalOf(creations: ReadonlyMap<string, readonly CallEntry[]>): number {
  return [...creations.values()].reduce((total, { length }) => total + length, 0)
}
