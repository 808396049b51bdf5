import type { Choices } from '../../contract/choices.ts'

/** How an account can start, the mildest first: shrinking goes to the first that still shows the problem. */

/** The shipped scenarios in which a client can run into something by itself. None has a clock that stands still. */
export const startScenarios: readonly string[] = [
  'plus',
  'pro',
  'trial',
  'suspended_mix',
  'single_use',
  'expiring',
  'tolerant_reader',
  'burst_minus_one',
  'daily_cap_minus_one',
  'trial_ending',
  'free',
  'past_due',
  'canceled',
  'key_revoked',
]

/** Numbers of aliases around the edges of pages of 20, 50 and 100. */
export const aliasCounts: readonly number[] = [0, 1, 20, 21, 45, 100, 101, 250]
const fullPages: readonly number[] = [20, 100]

/** How an account can start for one client. */
export type Ground = { scenarios: readonly string[]; aliasCounts: readonly number[] }

/** For a client that makes `own` aliases: with them, its last page is full, too. */
export function toGround(scenarios: readonly string[], own: number): Ground {
  const counts = aliasCounts.map((count) =>
    fullPages.includes(count) ? Math.max(0, count - own) : count,
  )
  return { scenarios, aliasCounts: counts }
}

/** Readings of the document where it is silent; the first is the usual one. */
export const readings: readonly Partial<Choices>[] = [
  {},
  { pages: 'empty_last' },
  { pages: 'short' },
  { page_size: 10 },
  { page_size: 100 },
  { list_order: 'newest_first' },
  { list_order: 'oldest_first' },
  { cursor: 'json' },
  { extra_fields: 'one' },
  { message_text: 'varied' },
  { key_error_shape: 'code' },
]

/** How many of the readings, from the first one on, are about pages: they need aliases to show. */
export const PAGE_READINGS = 8
