import { isSuccess, operations } from '../../../../contract/operations.ts'
import { isOnlyForCreations } from '../../../../words/faults.ts'
import { operationNouns } from '../../../../words/operations.ts'
import { outcomeLabel } from '../../../../words/outcomes.ts'
import type { Account, Fault } from '../../../state/types.ts'

/**
 * What keeps the next call from meeting a fault: the plan, the key, a limit or another fault. Undefined if
 * nothing does.
 */
export function whatComesFirst(
  { kind, operation }: Fault,
  next: Account['next_call'],
): string | undefined {
  const met = isOnlyForCreations(kind) ? (['create'] as const) : operations
  const calls = met.filter((each) => operation === 'any' || operation === each)
  const stopped = calls.map((each) => next[each])
  const isMet = stopped.some(
    ({ outcome, delay_ms: delay }) =>
      isSuccess(outcome) ||
      outcome === kind ||
      (kind === 'delay' && delay !== undefined) ||
      (kind === 'draw_collision' && outcome === 'collision'),
  )
  const [first] = stopped
  if (isMet || !first) return undefined
  const [noun] = operationNouns(calls.length === 1 ? calls[0] : undefined)
  const { status, outcome } = first
  const answer = `${status === null ? '' : `${status} `}${outcomeLabel(outcome)}`
  return `Not yet: before that, the next ${noun} gets ${answer}.`
}
