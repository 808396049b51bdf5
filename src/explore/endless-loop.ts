import type { Account } from '../core/account/account.ts'
import { contentOf } from '../core/report/rule.ts'

/** So many calls of the same content, all refused alike, have no end: no answer says that waiting helps. */
const MAX_ALIKE = 50

/** Outcomes that say when to call again: their calls may go on for as long as they last. */
const NAMED_WAIT: readonly string[] = ['outage', 'burst', 'created', 'listed']

/** Were the last calls of an account all the same one, and all refused in the same way? */
export function isInLoop({ history }: Account): boolean {
  const calls = history.calls().slice(-MAX_ALIKE)
  const first = calls[0]
  if (!first || calls.length < MAX_ALIKE || NAMED_WAIT.includes(first.outcome)) return false
  const content = contentOf(first)
  return calls.every((call) => call.outcome === first.outcome && contentOf(call) === content)
}
