import type { ObservedRun } from '../client.ts'
import { problemKindNames, type Problem } from '../problem.ts'
import type { Plan } from '../scenarios/plan.ts'

export type RunResult = { observed: ObservedRun; problems: readonly Problem[] }
/** A problem whose scenario has not been made smaller yet, and the place of that scenario in their order. */
export type RawProblem = { problem: Problem; plan: Plan; place: number }

/** The order in which problems are told. */
export function worstFirst(
  one: Pick<RawProblem, 'problem'>,
  other: Pick<RawProblem, 'problem'>,
): number {
  return problemKindNames.indexOf(one.problem.kind) - problemKindNames.indexOf(other.problem.kind)
}
