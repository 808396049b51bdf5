import type { RequestEntry } from '../../../contract/history/entry.ts'
import type { NamedScenario } from '../../../contract/scenario/scenario.ts'
import type { ObservedRun } from '../client.ts'
import { lastWalk, hasMore } from '../judge/walk.ts'
import { seenIn } from '../judge/judged-run.ts'
import { parsed } from '../../../report/rule.ts'
import { calmPlan, toScenario } from './plan.ts'
import { tablesFor } from './starts.ts'

/** Nothing happens in an account with some pages of aliases, by the calls of a calm run. */
export function pagedScenario(
  plain: ObservedRun,
  start: NamedScenario,
  seed: number,
): NamedScenario {
  const tables = tablesFor([start], seenIn(plain).calls, seed)
  return toScenario({ ...calmPlan, aliases: tables.paged }, tables)
}

/** How many aliases a client saw that stopped at the first page and did not try to read a second one. */
export function seenOnOnePage(paged: ObservedRun | undefined): number | undefined {
  if (paged?.end !== 'passed') return undefined
  const { calls } = seenIn(paged)
  const walk = lastWalk(calls)
  if (!walk || walk.isFollowing || !hasMore(walk.last) || triesToGoOn(calls)) return undefined
  const { aliases } = parsed(walk.last.response.body)
  return Array.isArray(aliases) ? aliases.length : undefined
}

/** Does it list again at once after a page that has more, perhaps in a way that is wrong? */
function triesToGoOn(calls: readonly RequestEntry[]): boolean {
  return calls.some((call, place) => hasMore(call) && calls[place + 1]?.operation === 'list')
}
