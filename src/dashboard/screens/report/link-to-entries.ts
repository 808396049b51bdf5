import { linkTo } from '../../state/route.ts'

/** A link to Live with a filter: only these entries, or those with this outcome, choice, or text. */
export function linkToEntries(
  filter: Readonly<Partial<Record<'only' | 'outcome' | 'choice' | 'kind' | 'search', string>>>,
): string {
  return linkTo({ screen: 'live', filter: new URLSearchParams(filter).toString() })
}
