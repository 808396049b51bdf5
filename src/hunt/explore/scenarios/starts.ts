import type { RequestEntry } from '../../../contract/history/entry.ts'
import type { Choices } from '../../../contract/choices/choices.ts'
import type { NamedScenario, Scenario } from '../../../contract/scenario/scenario.ts'

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

/** Scenarios in which scenarios may start; the first is the usual one. */
export type Starts = readonly [NamedScenario, ...NamedScenario[]]

/** The shipped ones among these scenarios that a client can run into by itself. */
export function usualStarts(find: (name: string) => Scenario | undefined): Starts {
  return startsOf(startScenarios, find)
}

/** Finds the scenarios with these names, all of which there must be. */
export function startsOf(
  names: readonly string[],
  find: (name: string) => Scenario | undefined,
): Starts {
  return names.map((name) => ({ name, scenario: find(name)! })) as [NamedScenario]
}

/** The rows that scenarios choose from, for one client. */
export type Tables = {
  scenarios: Starts
  /** Numbers of aliases; the first is 0. */
  counts: readonly number[]
  /** The place of the first number with which the client reads some pages. */
  paged: number
  /** Decides how long answers ask to wait. */
  seed: number
}

/** Pages of a client that asks for no size. */
const USUAL_SIZE = 20
/** A number of aliases on so many pages that nobody reads them at once. */
const MANY = 250

/** Numbers of aliases around the edges of the pages that a client reads, by the calls of a calm run. */
export function tablesFor(scenarios: Starts, calls: readonly RequestEntry[], seed: number): Tables {
  const last = calls.findLastIndex(({ operation }) => operation === 'list')
  const limit = Number(/(?:^|&)limit=(\d+)/.exec(calls[last]?.request.query ?? '')?.[1])
  const size = limit >= 1 && limit <= 100 ? limit : USUAL_SIZE
  // Aliases that the client makes before it lists fill a page, too.
  const made = calls
    .slice(0, Math.max(0, last))
    .filter(({ outcome }) => outcome === 'created').length
  const edges = [size, size + 1, 2 * size, 2 * size + 1].map((count) => count - made)
  const counts = [...new Set([0, 1, ...edges.filter((count) => count > 1), MANY])].toSorted(
    (one, other) => one - other,
  )
  return { scenarios, counts, paged: counts.indexOf(Math.max(...edges, 0)), seed }
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
/** How many of these change how full pages are, whatever the client asks for. */
export const FULLNESS_READINGS = 3
