import { isSuccess } from '../../contract/operations.ts'
import type { Account } from '../../core/account/account.ts'
import { contentOf } from '../../report/same-request.ts'

/** Outcomes that say when to call again. */
const NAMED_WAIT: readonly string[] = ['outage', 'burst']

/**
 * Were the last calls of an account all the same one, and all refused in the same way, apart from the refusals that say
 * when to call again?
 *
 * @param most so many such calls have no end, because no answer says that waiting helps
 */
export function isInLoop({ history }: Pick<Account, 'history'>, most: number): boolean {
  const calls = history.requests
    .entries()
    .filter(({ outcome }) => !NAMED_WAIT.includes(outcome))
    .slice(-most)
  const first = calls[0]
  if (!first || calls.length < most || isSuccess(first.outcome)) return false
  const content = contentOf(first)
  return calls.every((call) => call.outcome === first.outcome && contentOf(call) === content)
}
