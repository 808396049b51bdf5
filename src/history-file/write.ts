import { HISTORY_FORMAT, HISTORY_VERSION, type HistoryFileItem } from '../contract/history-file.ts'

/** The fields that every history file begins with. */
export function historyHeader(version: string) {
  return {
    format: HISTORY_FORMAT,
    version: HISTORY_VERSION,
    written_by: `alias-sandbox ${version}`,
  } as const
}

/** An item without what a replay computes again: the checks and the rows of the document. */
export function withoutExplanation(item: HistoryFileItem): HistoryFileItem {
  if (item.type !== 'call') return item
  const { checks: _checks, source: _source, ...rest } = item
  return rest
}
