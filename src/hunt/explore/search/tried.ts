import type { Observed } from '../client.ts'
import { problemKindNames, type Problem } from '../problem.ts'
import type { Plan } from '../stories/plan.ts'

/** A story that runs, or has run and waits for its turn. */
export type Tried = { plan: Plan; result: Promise<Result>; ended: Result | undefined }
export type Result = { observed: Observed; problems: readonly Problem[] }
/** A problem whose story has not been made smaller yet. */
export type Raw = { problem: Problem; plan: Plan }

/** The order in which problems are told. */
export function worstFirst(one: Pick<Raw, 'problem'>, other: Pick<Raw, 'problem'>): number {
  return problemKindNames.indexOf(one.problem.kind) - problemKindNames.indexOf(other.problem.kind)
}
