/** The shipped scenarios by what they are about, in the order of a tester's questions. */
const groups = {
  'Everything works': ['plus', 'pro', 'unlimited'],
  'Plan and payment': ['trial', 'trial_ending', 'renewal_fails', 'past_due', 'canceled', 'free'],
  Keys: ['key_revoked', 'key_rotated'],
  Limits: [
    'burst_minus_one',
    'burst_exceeded',
    'daily_cap_minus_one',
    'daily_cap_reached',
    'daily_cap_reached_pro',
    'burst_and_daily',
    'near_midnight',
    'forwarding_exhausted',
  ],
  Aliases: ['empty', 'many_pages', 'expiring', 'single_use', 'suspended_mix', 'tolerant_reader'],
  Mail: ['burned_after_one', 'suspended_bounces', 'month_used_up'],
  'Service trouble': [
    'outage_blip',
    'outage_incident',
    'collision',
    'collision_repeated',
    'collision_hidden',
    'slow',
    'lost_response',
    'flaky_edge',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>

const OWN = 'Your own'
export const scenarioGroups: readonly string[] = [...Object.keys(groups), OWN]

/** The names that the table has, to compare with the scenarios that are shipped. */
export const groupedScenarios: readonly string[] = Object.values(groups).flat()

/** The group of a scenario; one that is not shipped is the tester's own. */
export function groupOf(scenario: string): string {
  const found = Object.entries(groups).find(([, names]) =>
    (names as readonly string[]).includes(scenario),
  )
  return found?.[0] ?? OWN
}
