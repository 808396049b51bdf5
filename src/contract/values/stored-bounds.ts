import { KIB, MIB, bound, type Bound } from './bound.ts'

/** Limits on what a sandbox stores and buffers. */
export const storedBounds = {
  databaseBytes: bound(
    500 * MIB,
    'bytes',
    'the file of `--db`',
    'calls that change state get 500; a larger file is refused at startup (exit 1)',
  ),
  accounts: bound(
    10_000,
    'entries',
    'the accounts (default of `--max-accounts`)',
    '401 for a key that names a scenario, 409 for `POST accounts`',
  ),
  accountBytes: bound(
    64 * MIB,
    'bytes',
    'all accounts together: aliases, removed addresses, start scenarios, timelines, faults, former keys',
    '507 for a creation by `/v1` (basis `injected`), 401 for a key that would create an account, 409 from the control API',
  ),
  aliases: bound(
    100_000,
    'aliases',
    'the aliases of an account, removed ones included',
    '507 for a creation by `/v1` (basis `injected`), 400 or 409 from the control API',
  ),
  journalEntries: bound(
    1_000,
    'entries',
    'the calls in the journal of an account (default of `--max-requests`)',
    'the oldest call is dropped',
  ),
  historyBytes: bound(
    64 * MIB,
    'bytes',
    'all histories together: requests, responses, actions, events, and the states to go back to',
    'the oldest entry of all is dropped; `requests` reports it',
  ),

  unreadMs: bound(
    30_000,
    'ms',
    'the time for which a client may read nothing of a response of more than 64 KiB',
    'the connection is closed, after twice that time at the latest; after 1 s to 2 s if others wait for a large answer of the control API',
  ),

  pipelined: bound(
    10_000,
    'entries',
    'the pipelined requests that wait for an earlier response, on all connections',
    'the connection is closed',
  ),

  controlAnswerBytes: bound(
    32 * MIB,
    'bytes',
    'a response of the control API',
    '413, with a hint at what to request instead',
  ),
  workerBytes: bound(
    1_024 * MIB,
    'bytes',
    'the heap of the worker thread, which replays files, makes bug reports and files of histories, finds other answers to a call and checks states (at most the heap limit of Node)',
    '413; the thread ends',
  ),
  workerTextBytes: bound(
    64 * MIB,
    'bytes',
    'the history, as text, that a bug report or other answers to a call are made from',
    '413',
  ),
  callNotes: bound(
    20,
    'entries',
    'the unknown fields listed for a call in the journal',
    'the rest are only counted',
  ),
  slidingCalls: bound(
    10_000,
    'entries',
    'the calls stored for a sliding burst window, unless the burst limit is higher',
    'the oldest call is dropped',
  ),
  armedFaults: bound(
    1_000,
    'entries',
    'the armed faults of an account',
    '409; a state or file with more is refused (400)',
  ),
  faultsOver: bound(
    10,
    'entries',
    'the ended faults that an account stores',
    'the oldest fault is dropped',
  ),
  firedEvents: bound(
    1_000,
    'entries',
    'the fired events in the response to one action',
    'the rest are only counted, in `fired_total`',
  ),
  eventHistory: bound(
    2_000,
    'entries',
    'the events stored for listeners that reconnect',
    'the oldest event is dropped; a listener that missed it gets `reset`',
  ),
  eventHistoryBytes: bound(
    4 * MIB,
    'bytes',
    'the size of these events',
    'the oldest event is dropped; a listener that missed it gets `reset`',
  ),
  eventHistoryMs: bound(
    60_000,
    'ms',
    'the time for which events are stored while there are no listeners',
    'they are dropped; a listener that reconnects gets `reset`',
  ),
  eventBytes: bound(
    128 * KIB,
    'bytes',
    'one event',
    '`too_large` is sent instead, with the id of the call if there is one',
  ),
  eventsWaiting: bound(
    20_000,
    'entries',
    'the events in one turn of the event loop',
    'every listener gets `reset`',
  ),
  eventStreams: bound(1_000, 'entries', 'the event listeners', '503'),
  eventUnreadBytes: bound(
    1_000_000,
    'bytes',
    'the unread events of one listener',
    'its connection is closed',
  ),
  eventsUnreadBytes: bound(
    32 * MIB,
    'bytes',
    'the unread events of all listeners together',
    'the connections of the slowest listeners are closed',
  ),
  logBytes: bound(
    MIB,
    'bytes',
    'the buffered lines of the request log, for a slow reader or until `exec` ends',
    'lines are dropped, and their number is logged',
  ),
  judgedBytes: bound(
    64 * MIB,
    'bytes',
    'what `exec` keeps of a run to judge it at its end',
    'the oldest calls are not judged, and their number is told',
  ),
  deletedCalls: bound(
    8 * MIB,
    'characters',
    'the calls of deleted accounts that `exec --report` stores',
    'the oldest call is evaluated, then dropped',
  ),
  commandOutput: bound(
    MIB,
    'characters',
    'the output of one run of a command of `matrix`, `assumptions`, `explore`, `mutate` or `exec --report run.html`',
    'the oldest output is dropped',
  ),
  commandStdout: bound(
    4 * MIB,
    'bytes',
    'the standard output of one run that `explore --expect-output` checks',
    'the run is not checked for completeness, which is reported',
  ),
} as const satisfies Record<string, Bound>
