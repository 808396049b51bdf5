import { withRetryAfter } from '../change.ts'
import { always, type LieRows } from '../lie.ts'
import type { ServedCall } from '../served-call.ts'

const TOO_LONG = 86_400
const DAILY_WAIT = 30
const TOO_SHORT = 5

/** Lies about the time to wait. */
export const waitingLies: LieRows = {
  ...aboutWait('outage', 503, 'outage_blip'),
  ...aboutWait('burst', 429, 'burst_exceeded'),
  outage_retry_after_short: {
    outcomes: ['outage'],
    does: `answers Retry-After: ${TOO_SHORT} in place of 30`,
    harm: 'The client tries again before the trouble is over, until its tries are used up.',
    test: 'meet the 503 (outage_blip), and expect that the client waits 30 s, or tells its caller to.',
    worth: 2,
    doubt: 'never_waits',
    begin: always(withRetryAfter(String(TOO_SHORT))),
  },
  daily_cap_retry_after: {
    outcomes: ['daily_cap'],
    does: `answers the 429 of the daily cap with Retry-After: ${DAILY_WAIT}`,
    harm: 'The client takes the daily cap for a burst, and waits and tries again until midnight.',
    test: 'create at the daily cap (daily_cap_reached), and expect the error at once, after one request.',
    worth: 1,
    doubt: 'never_waits',
    begin: always(withRetryAfter(String(DAILY_WAIT))),
  },
}

function aboutWait(outcome: 'outage' | 'burst', status: number, scenario: string): LieRows {
  const row = { outcomes: [outcome], doubt: 'never_waits' } as const
  return {
    [`${outcome}_retry_after_missing`]: {
      ...row,
      does: `answers ${status} without Retry-After`,
      harm: 'The client gives up, or tries again at once and is refused until its tries are used up.',
      test: `meet the ${status} (${scenario}), and expect that the client waits before it tries again, or says how long to wait.`,
      worth: 1,
      begin: always(withRetryAfter(undefined)),
    },
    [`${outcome}_retry_after_zero`]: {
      ...row,
      does: 'answers Retry-After: 0',
      harm: 'The client tries again and again without a pause and makes the trouble worse.',
      test: `meet the ${status} (${scenario}), and expect a pause between the requests of the client, whatever the header says.`,
      worth: 1,
      begin: always(withRetryAfter('0')),
    },
    [`${outcome}_retry_after_one_less`]: {
      ...row,
      does: 'answers a Retry-After that is one second too short',
      harm: 'The client tries again a second too early, is refused, and may give up.',
      test: `meet the ${status} (${scenario}), and expect that the client waits all of the time until requests work again.`,
      worth: 2,
      begin: always((call) => {
        const seconds = call.result.response.retry_after_seconds ?? 0
        return seconds > 1 ? withRetryAfter(String(seconds - 1))(call) : undefined
      }),
    },
    [`${outcome}_retry_after_date`]: {
      ...row,
      does: 'answers Retry-After as an HTTP date',
      harm: 'The client waits NaN milliseconds, which is not at all, or crashes.',
      test: `meet the ${status} (${scenario}), and expect that the client waits a number of seconds, and not NaN.`,
      worth: 2,
      begin: always(withRetryAfter(toDate)),
    },
    [`${outcome}_retry_after_huge`]: {
      ...row,
      does: `answers Retry-After: ${TOO_LONG}, which is a day`,
      harm: 'The client hangs for a day without a word.',
      test: `meet the ${status} (${scenario}), and expect an end within a few minutes: the client gives up, or says how long to wait.`,
      worth: 2,
      begin: always(withRetryAfter(String(TOO_LONG))),
    },
  }
}

/** Returns the end of the wait as a date on the account's clock. */
function toDate({ account, result: { response } }: ServedCall): string {
  return new Date(account.now + (response.retry_after_seconds ?? 0) * 1_000).toUTCString()
}
