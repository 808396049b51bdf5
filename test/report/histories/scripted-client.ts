import type { Scenario } from '../../../src/contract/scenario/scenario.ts'

/**
 * A client and its account as a script, with a line for each call and each action on the account:
 *
 *     0     A       POST {"label":"shop"}
 *     0.5   A       GET ?limit=2 | takes 0.8
 *     5     tester  settle_invoice
 *
 * First the seconds since the start, then who: a worker with a connection of its own, or the tester.
 * In a query, `{next}` is the last next_cursor that the worker read, in a body `{now}` the account's time in
 * seconds. After a bar: `takes` seconds until the answer ends, `leaves` seconds until the client goes,
 * `key` another key (`none`, `current`), `as` another content type, `opens` seconds before the call its
 * connection was opened, `new` a new connection.
 */
export type ScriptedClient = {
  name: string
  /** Why the client is innocent, or guilty. */
  because: string
  script: string
  scenario?: Scenario
  /** Every call has a connection of its own. */
  isWithoutKeepAlive?: boolean
  /** The verdicts of the rules, apart from those that are not exercised: `burst=pass`. */
  verdicts: string
}

/** The rules, by the short names that histories use. */
export const shortNames: Record<string, string> = {
  burst: 'waits_out_burst',
  daily: 'waits_for_midnight',
  outage: 'waits_out_outage',
  collision: 'retries_collision',
  '403': 'no_loop_on_403',
  '401': 'no_loop_on_401',
  '400': 'no_loop_on_400',
  cursor: 'passes_cursor_back',
  end: 'stops_at_last_page',
  json: 'json_content_type',
  seconds: 'seconds_in_expires_at',
  offered: 'offered_operations_only',
  lost: 'looks_after_lost_response',
}

/** A group of histories that begin in one state. */
export function historiesIn(
  scenario: Scenario,
  rows: readonly [name: string, verdicts: string, because: string, script: string][],
  options: Pick<ScriptedClient, 'isWithoutKeepAlive'> = {},
): ScriptedClient[] {
  return rows.map(([name, verdicts, because, script]) => ({
    name,
    verdicts,
    because,
    script,
    scenario,
    ...options,
  }))
}

/** Repeats a line for each of `count` moments or workers. */
export function lines(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => line(index)).join('\n')
}

/** A worker's letter. */
export function worker(index: number): string {
  return String.fromCharCode(65 + index)
}
