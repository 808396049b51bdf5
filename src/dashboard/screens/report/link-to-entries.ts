import { linkTo } from '../../state/route.ts'
import { everything, toQuery, type Filter } from '../live/history/filter.ts'

/** A link to the entries on Live that fit a filter. */
export function linkToEntries(filter: Partial<Filter>): string {
  return linkTo({ screen: 'live', filter: toQuery({ ...everything, ...filter }) })
}
