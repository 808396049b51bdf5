import { isOnlyForCreations } from '../../../labels/faults.ts'
import { outcomeLabel } from '../../../labels/outcomes.ts'
import type { Account, Fault } from '../../../state/types.ts'

/** Outcomes of calls that nothing stands in the way of. */
const free: readonly string[] = ['created', 'listed']

/**
 * What keeps the next call from meeting a fault: the plan, the key, a limit or another fault. Undefined if
 * nothing does.
 */
export function whatComesFirst(
  { kind, operation }: Fault,
  next: Account['next_call'],
): string | undefined {
  const operations = isOnlyForCreations(kind)
    ? (['create'] as const)
    : (['create', 'list'] as const)
  const calls = operations.filter((each) => operation === 'any' || operation === each)
  const stopped = calls.map((each) => next[each])
  const isMet = stopped.some(
    ({ outcome, delay_ms: delay }) =>
      free.includes(outcome) ||
      outcome === kind ||
      (kind === 'delay' && delay !== undefined) ||
      (kind === 'draw_collision' && outcome === 'collision'),
  )
  const [first] = stopped
  if (isMet || !first) return undefined
  const noun = calls.length === 1 && calls[0] === 'create' ? 'creation' : 'call'
  const { status, outcome } = first
  const answer = `${status === null ? '' : `${status} `}${outcomeLabel(outcome)}`
  return `Not yet: before that, the next ${noun} gets ${answer}.`
}
