import type { Observed } from '../client.ts'
import { lastWalk, hasMore } from '../judge/walk.ts'
import { seenIn } from '../judge/seen.ts'
import { parsed } from '../../core/report/rule.ts'
import type { Story } from '../story.ts'
import { calmPlan, toStory } from './plan.ts'
import { startScenarios, tablesFor } from './starts.ts'

/** Nothing happens in an account with some pages of aliases, by the calls of a calm run. */
export function pagedStory(plain: Observed): Story {
  const tables = tablesFor(startScenarios, seenIn(plain).calls)
  return toStory({ ...calmPlan, aliases: tables.paged }, tables)
}

/** How many aliases a client saw that stopped at the first page and never asked for a second one. */
export function seenOnOnePage(paged: Observed | undefined): number | undefined {
  const walk = paged?.end === 'passed' ? lastWalk(seenIn(paged).calls) : undefined
  if (!walk || walk.isFollowing || !hasMore(walk.last)) return undefined
  const { aliases } = parsed(walk.last.response.body)
  return Array.isArray(aliases) ? aliases.length : undefined
}
