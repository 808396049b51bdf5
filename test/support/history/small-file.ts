import type {
  HistoryFile,
  HistoryFileItem,
  HistoryFileItemOf,
} from '../../../src/contract/history/file.ts'

const REAL_AT = '2026-03-01T12:00:00.000Z'

/** A history file of account `default`, which starts in scenario `plus`. */
export function fileOf(history: HistoryFileItem[], more: Partial<HistoryFile> = {}): HistoryFile {
  const start = {
    scenario: 'plus',
    definition: {},
    seed: 1,
    key: 'sandbox_default',
    real_at: REAL_AT,
  }
  return {
    format: 'alias-sandbox-history',
    version: 1,
    accounts: [{ name: 'default', start, history }],
    ...more,
  }
}

/** An item of a history file: a list of the account's aliases. */
export function listItem(number: number): HistoryFileItemOf<'call'> {
  return {
    type: 'call',
    order: number,
    id: `req_${number}`,
    at: REAL_AT,
    real_at: REAL_AT,
    request: { method: 'GET', path: '/v1/aliases' },
    response: { status: 200, body: '{"aliases":[],"next_cursor":null}' },
    key: { bearer: 'sandbox_default' },
    outcome: 'listed',
  }
}
