import type { Entry, RequestEntry } from '../../../src/contract/history/entry.ts'
import { sendAtOnce } from '../../../src/contract/deliveries.ts'
import type { Session } from '../../../src/contract/session/session.ts'

const REAL_AT = '2026-03-01T12:00:00.000Z'

/** A history file of account `default`, which starts in scenario `plus`. */
export function fileOf(history: Entry[], more: Partial<Session> = {}): Session {
  const start = {
    scenario: 'plus',
    definition: {},
    seed: 1,
    key: 'sandbox_default',
    real_at: REAL_AT,
  }
  return {
    format: 'alias-sandbox-session',
    version: 1,
    accounts: [{ name: 'default', start, history }],
    ...more,
  }
}

/** An entry of a history file: a list of the account's aliases. */
export function listEntry(number: number): RequestEntry {
  return {
    type: 'call',
    order: number,
    id: `req_${number}`,
    account: 'default',
    at: REAL_AT,
    real_at: REAL_AT,
    operation: 'list',
    request: { method: 'GET', path: '/v1/aliases', query: '', headers: {}, body: null },
    response: { status: 200, headers: {}, body: '{"aliases":[],"next_cursor":null}' },
    delivery: sendAtOnce,
    key: { bearer: 'sandbox_default' },
    outcome: 'listed',
    effect: { kind: 'none' },
    refused: null,
    basis: 'documented',
    fault: null,
    choices: [],
    source: 'GET /v1/aliases',
    why: 'listed',
    checks: [],
    duration_ms: 0,
    ended_at: REAL_AT,
    connection: null,
    client_left: false,
    clock_scale: 1,
  }
}
