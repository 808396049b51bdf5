import { limits, limitText } from '../../../contract/limits.ts'
import type { Dropped } from '../../../contract/control/control-shapes.ts'
import { printable } from '../../../text/escape.ts'
import { countOf } from '../../../text/numbers.ts'

/** The number of requests that were dropped, with the reasons; undefined if none. */
export function droppedText(account: string | undefined, dropped: Dropped): string | undefined {
  const counts = [
    [dropped.entries, 'over the limit of requests per account (--max-requests)'],
    [
      dropped.bytes,
      `over the limit of ${limitText(limits.historyBytes)} for all accounts together`,
    ],
  ] as const
  const reasons = counts.filter(([count]) => count > 0).map(([count, why]) => `${count} ${why}`)
  if (reasons.length === 0) return undefined
  const where = account === undefined ? 'all accounts' : `account ${printable(account)}`
  const total = counts.reduce((sum, [count]) => sum + count, 0)
  return `${where}: dropped ${countOf(total, 'older request')}: ${reasons.join(', ')}`
}
