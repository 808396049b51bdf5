import type { ServedCall } from '../../core/calls/alteration.ts'
import { withRetryAfter } from '../change.ts'
import { always, type Lie } from '../lie.ts'

const TOO_LONG = 86_400
const DAILY_WAIT = 30

const waits = [
  { outcome: 'outage', status: 503 },
  { outcome: 'burst', status: 429 },
] as const

/** What the service gets wrong about how long to wait. */
export const waitingLies: readonly Lie[] = [
  ...waits.flatMap(({ outcome, status }): Lie[] => {
    const row = { outcomes: [outcome], doubt: 'never_waits' } as const
    return [
      {
        ...row,
        id: `${outcome}_retry_after_missing`,
        does: `answers ${status} without Retry-After`,
        harm: 'The client gives up, or tries again at once and is refused until its tries are used up.',
        worth: 1,
        begin: always(withRetryAfter(undefined)),
      },
      {
        ...row,
        id: `${outcome}_retry_after_zero`,
        does: 'answers Retry-After: 0',
        harm: 'The client calls again and again without a pause and makes the trouble worse.',
        worth: 1,
        begin: always(withRetryAfter('0')),
      },
      {
        ...row,
        id: `${outcome}_retry_after_date`,
        does: 'answers Retry-After as an HTTP date',
        harm: 'The client waits NaN milliseconds, which is not at all, or crashes.',
        worth: 2,
        begin: always(withRetryAfter(toDate)),
      },
      {
        ...row,
        id: `${outcome}_retry_after_huge`,
        does: `answers Retry-After: ${TOO_LONG}, which is a day`,
        harm: 'The client hangs for a day without a word.',
        worth: 2,
        begin: always(withRetryAfter(String(TOO_LONG))),
      },
    ]
  }),
  {
    id: 'daily_cap_retry_after',
    outcomes: ['daily_cap'],
    does: `answers the 429 of the daily cap with Retry-After: ${DAILY_WAIT}`,
    harm: 'The client takes the daily cap for a burst, and waits and tries again until midnight.',
    worth: 1,
    doubt: 'never_waits',
    begin: always(withRetryAfter(String(DAILY_WAIT))),
  },
]

/** The same time on the account's clock. */
function toDate({ account, result: { response } }: ServedCall): string {
  return new Date(account.now + (response.retryAfterSeconds ?? 0) * 1_000).toUTCString()
}
