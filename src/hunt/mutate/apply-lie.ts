import { asDocumented, type Manner } from '../../core/calls/manner.ts'
import type { CallResult } from '../../core/calls/call-result.ts'
import type { Outcome } from '../../contract/outcomes.ts'
import { arrivesWhole } from '../../contract/deliveries.ts'
import type { ChangedAnswer, Lie } from './lie.ts'
import type { ServedCall } from './served-call.ts'
import { watchStates, type AliasState } from './watch-states.ts'

/** A lie that a sandbox tells in one run. */
export interface AppliedLie {
  readonly manner: Manner
  /** Could the client have noticed it: was it sent at least once? */
  isApplied(): boolean
  /** Did the service do anything else than without a lie? If not, the run says what one without a lie says. */
  hasActed(): boolean
  /** The outcomes of the answers that it changed. */
  changedOutcomes(): Outcome[]
}

/** Makes a sandbox tell a lie, in all of its accounts. Each run needs a fresh one. */
export function applyLie(lie: Lie): AppliedLie {
  const inRun = lie.begin()
  const changedOutcomes = new Set<Outcome>()
  return {
    manner: {
      toMake: (requested) => inRun.create?.(requested) ?? requested,
      spares: (refusal) => lie.spares === true && lie.outcomes.includes(refusal),
      answer(call, result) {
        if (call.spared !== undefined) {
          changedOutcomes.add(call.spared)
          return marked(lie, result)
        }
        const change = changeOf(lie, inRun, { ...call, result })
        if (!change) return result
        changedOutcomes.add(result.outcome)
        return toResult(lie, result, change)
      },
    },
    isApplied: () => inRun.isApplied?.() ?? changedOutcomes.size > 0,
    hasActed: () => inRun.create !== undefined || changedOutcomes.size > 0,
    changedOutcomes: () => [...changedOutcomes],
  }
}

/** A service that keeps to its document. */
export const noLie: AppliedLie = {
  manner: asDocumented,
  isApplied: () => false,
  hasActed: () => false,
  changedOutcomes: () => [],
}

/** Finds out which lies the answers of a true service would have given room for, without telling any. */
export function watchForLies(lies: readonly Lie[]): {
  readonly manner: Manner
  possible(): Lie[]
  /** The states in which the client was shown an alias. */
  metStates: ReadonlySet<AliasState>
} {
  const states = watchStates()
  const open = lies.map((lie) => ({ lie, inRun: lie.begin(), isChanged: false }))
  return {
    manner: {
      ...asDocumented,
      answer(call, result) {
        const served = { ...call, result }
        if (isPlaceForLies(served)) states.see(served)
        for (const each of open) {
          if (each.isChanged && !each.inRun.isApplied) continue
          if (wouldSpare(each.lie, served) || changeOf(each.lie, each.inRun, served))
            each.isChanged = true
        }
        return result
      },
    },
    metStates: states.met,
    possible: () =>
      open.filter(({ inRun, isChanged }) => inRun.isApplied?.() ?? isChanged).map(({ lie }) => lie),
  }
}

/** An answer that does not reach the client as a whole is no place for a lie. */
function isPlaceForLies({ operation, result }: ServedCall): boolean {
  return operation !== null && arrivesWhole(result.delivery)
}

function changeOf(
  { outcomes }: Lie,
  inRun: ReturnType<Lie['begin']>,
  call: ServedCall,
): ChangedAnswer | undefined {
  if (!isPlaceForLies(call)) return undefined
  inRun.see?.(call)
  return outcomes.includes(call.result.outcome) ? inRun.answer?.(call) : undefined
}

function wouldSpare({ spares, outcomes }: Lie, { operation, result }: ServedCall): boolean {
  return spares === true && operation !== null && outcomes.includes(result.outcome)
}

function toResult(lie: Lie, result: CallResult, { response, delivery }: ChangedAnswer): CallResult {
  return { ...marked(lie, result), response, delivery: delivery ?? result.delivery }
}

/** Says in the history that the answer is a lie. */
function marked({ id, does }: Lie, result: CallResult): CallResult {
  return {
    ...result,
    why: `${result.why} But lie ${id}: the service ${does}.`,
    source: 'not in the document: a lie',
    basis: 'injected',
  }
}
