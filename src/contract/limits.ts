import { toNumber } from '../text/numbers.ts'

/** A limit on what a client, a file or an argument brings, or on what is kept of it. */
export type Limit = {
  readonly value: number
  readonly unit:
    'bytes' | 'characters' | 'ms' | 'levels' | 'values' | 'tokens' | 'lines' | 'entries'
  /** The subject of the limit. */
  readonly of: string
  /** The consequence beyond the limit. */
  readonly beyond: string
  /** The party that meets it. */
  readonly who: string
}

const KIB = 1_024
const MIB = 1_024 * KIB

/**
 * All limits of the sandbox itself, as SECURITY.md shows them; those of the API document are in rules.ts. What has no
 * row is bounded by the size of what brings it.
 */
export const limits = {
  targetBytes: limit(
    8 * KIB,
    'bytes',
    'the request target: path and query',
    '414',
    'a client that puts data into a query',
  ),
  headerBytes: limit(
    16 * KIB,
    'bytes',
    'the headers of a request',
    '431, the connection is closed',
    'a client with large cookies or tokens',
  ),
  headerLines: limit(
    200,
    'entries',
    'the headers of a request, and those of an `answer` fault',
    '431; 400, exit 2 for a fault',
    'a proxy that adds headers in a loop',
  ),
  requestMs: limit(
    30_000,
    'ms',
    'the time in which a request must arrive, its headers in half of that; the time for which a client may stop reading; half of the time in which a connection must bring its next mail',
    '408, the connection is closed; 421 for a mail',
    'a client that hangs',
  ),
  keepAliveMs: limit(
    5_000,
    'ms',
    'the idle time between two requests on a connection',
    'the connection is closed',
    'a client that reuses connections',
  ),
  callBytes: limit(
    100 * KIB,
    'bytes',
    'the body of a `/v1` request; one event of the stream of events',
    '413; `too_large` in place of the event',
    'a client that sends a file as a note',
  ),
  controlBytes: limit(
    MIB,
    'bytes',
    'the body of a control request, a scenario file, a certificate, the body of an `answer` fault',
    '413; a file is refused (exit 2)',
    'a generated scenario',
  ),
  stateBytes: limit(
    32 * MIB,
    'bytes',
    'the body of `PUT session` and `POST replay`, a session file, an answer of the control API',
    '413, with a hint at what to request instead; a file is refused (exit 2)',
    'a session of 100,000 aliases, a long history',
  ),
  receivedBytes: limit(
    64 * MIB,
    'bytes',
    'the bodies and mails that are being received, over HTTP and SMTP together',
    '503; 452 for a mail',
    'a load test of uploads',
  ),
  connections: limit(
    11_000,
    'entries',
    'the open connections; the requests that wait behind others on their connections',
    'the next connection is closed; so is that of the next request',
    'a client that leaks connections',
  ),
  streams: limit(
    1_000,
    'entries',
    'the open streams of events',
    '503',
    'a load test that opens streams',
  ),
  waitMs: limit(
    600_000,
    'ms',
    '`timeout` of `requests/wait` and `inbox/wait`',
    '400',
    'a test that waits for a job',
  ),
  unreadBytes: limit(
    64 * MIB,
    'bytes',
    'the answers and events that clients have not read',
    'large answers wait; the clients that read slowest are disconnected',
    'a client that stops reading',
  ),
  depth: limit(
    100,
    'levels',
    'the nesting depth of a body or a state, and of the parts of a mail; half as many in a scenario, 20 more in a session',
    '400, exit 2; 554 for a mail',
    'a client that serializes a cycle',
  ),
  values: limit(
    5_000_000,
    'values',
    'a body, a state or a file in JSON; at most a fifth of them are objects and lists',
    '400; a file is refused (exit 1 or 2)',
    'a generated state',
  ),
  tokens: limit(
    100_000,
    'tokens',
    'a scenario file (YAML or JSON)',
    'refused (400, exit 2)',
    'a generated scenario',
  ),
  searchCharacters: limit(
    200,
    'characters',
    '`search` of `GET aliases`, `text` of `GET inbox`',
    '400',
    'somebody who searches for a whole mail',
  ),
  accounts: limit(
    10_000,
    'entries',
    'the accounts (default of `--max-accounts`, and its maximum), also those of a session',
    '401 for a key that names a scenario, 409 for `POST accounts`, 400 in a file',
    'a test suite with an account per test',
  ),
  accountBytes: limit(
    64 * MIB,
    'bytes',
    'all accounts together: aliases, removed addresses, start scenarios, timelines, faults, former keys; the file of `--db` may have four times as many',
    '507 for a creation by `/v1` (basis `injected`), 401 for a key that would create an account, 409 from the control API',
    'a load test that never resets',
  ),
  aliases: limit(
    100_000,
    'entries',
    'the aliases of an account, removed ones included',
    '507 for a creation by `/v1` (basis `injected`), 400 or 409 from the control API',
    'a load test that never resets',
  ),
  textCharacters: limit(
    10_000,
    'characters',
    'a text of an alias in a scenario or an action, a header of an `answer` fault',
    'refused (400, exit 2)',
    'a test of long labels',
  ),
  formerKeys: limit(
    1_000,
    'entries',
    'the former keys of an account',
    '409; a state with more is refused (400)',
    'a test that rotates keys in a loop',
  ),
  faults: limit(
    1_000,
    'entries',
    'the armed faults of an account',
    '409; a scenario or state with more is refused (400, exit 2)',
    'a suite that arms faults and never clears them',
  ),
  steps: limit(
    10_000,
    'entries',
    '`timeline` and `expect` of a scenario',
    'refused (400, exit 2)',
    'a scenario made from a long history',
  ),
  requests: limit(
    1_000,
    'entries',
    'the requests that are kept of an account (default of `--max-requests`); the fired events that one action records',
    'the oldest is dropped; `requests` reports it; further events are only counted, in `fired_total`',
    'a long test run; a day in which thousands of aliases expire',
  ),
  historyBytes: limit(
    64 * MIB,
    'bytes',
    'all histories together: requests, responses, actions, events, and the states to go back to; what `exec` keeps of a run to judge it',
    'the oldest entry of all is dropped; `requests` reports it',
    'a long test run',
  ),
  windowCalls: limit(
    10_000,
    'entries',
    'the requests of a sliding burst window, unless the burst limit is higher',
    'the oldest is dropped',
    'a load test with `burst_window` sliding',
  ),
  shown: limit(
    200,
    'entries',
    'the mails that an inbox shows',
    'the oldest are left out',
    'a test that receives mails all day',
  ),
  eventBytes: limit(
    4 * MIB,
    'bytes',
    'the events that are stored for listeners that reconnect, and those that a listener has not read',
    'the oldest event is dropped: a listener that missed it gets `reset`; a slow listener is disconnected',
    'a dashboard in a sleeping tab',
  ),
  mailBytes: limit(10 * MIB, 'bytes', 'a mail', '552', 'a mail with attachments'),
  keptMailBytes: limit(
    32 * MIB,
    'bytes',
    'the messages as they were sent, of all inboxes together',
    'the oldest are left out',
    'a test of attachments',
  ),
  mailHeaderBytes: limit(
    256 * KIB,
    'bytes',
    'the headers of a mail, with its parts; an eighth of that for those that name addresses, such as `From` and `To`',
    '554',
    'a mail to hundreds of people',
  ),
  mailLines: limit(
    150_000,
    'lines',
    'a mail; a line that begins with `--`, as a part does, counts as 150',
    '554',
    'a log file as an attachment',
  ),
  smtp: limit(
    100,
    'entries',
    'the SMTP connections, and on each the commands without a mail, and the recipients of a mail',
    '421; 452 for a recipient',
    'a mailer with a pool',
  ),
  outputBytes: limit(
    4 * MIB,
    'bytes',
    'what is kept of the output of a command that is run, and the lines of the log that wait for a slow reader',
    'the oldest are dropped, which is told',
    'a noisy test suite',
  ),
} as const satisfies Record<string, Limit>

function limit(value: number, unit: Limit['unit'], of: string, beyond: string, who: string): Limit {
  return { value, unit, of, beyond, who }
}

/** `1 MiB`, `200 entries`, `15 s`. */
export function limitText({ value, unit }: Pick<Limit, 'value' | 'unit'>): string {
  if (unit === 'bytes' && value % MIB === 0) return `${value / MIB} MiB`
  if (unit === 'bytes' && value % KIB === 0) return `${value / KIB} KiB`
  if (unit === 'ms') return `${value / 1_000} s`
  return `${toNumber(value)} ${unit}`
}
