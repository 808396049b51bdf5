/**
 * The limits on what comes from outside, and on what is kept: the one table of them. SECURITY.md
 * shows it. The numbers of the API document are in rules.ts.
 */
type Bound = {
  max: number
  unit: 'bytes' | 'levels' | 'values' | 'keys' | 'tokens' | 'entries' | 'characters' | 'ms'
  /** What is limited. */
  of: string
  /** What happens beyond the limit. */
  beyond: string
}

const KIB = 1_024
const MIB = 1_024 * KIB

function bound(max: number, unit: Bound['unit'], of: string, beyond: string): Bound {
  return { max, unit, of, beyond }
}

/** What clients, files and arguments may bring. */
export const inputBounds = {
  targetBytes: bound(8 * KIB, 'bytes', 'the request target: path and query', '414'),
  headerBytes: bound(
    16 * KIB,
    'bytes',
    'all headers of a request',
    '431, the connection is closed',
  ),
  headers: bound(200, 'entries', 'the headers of a request', '431'),
  headersMs: bound(
    15_000,
    'ms',
    'the time for the headers of a request',
    '408, the connection is closed',
  ),
  requestMs: bound(30_000, 'ms', 'the time for a whole request', '408, the connection is closed'),
  keepAliveMs: bound(
    5_000,
    'ms',
    'the time between two requests of a connection',
    'the connection is closed',
  ),
  v1BodyBytes: bound(100 * KIB, 'bytes', 'the body of a `/v1` call', '413'),
  controlBodyBytes: bound(MIB, 'bytes', 'the body of a control request', '413'),
  stateBytes: bound(32 * MIB, 'bytes', 'a state given to `PUT state`', '413'),
  largeBodyBytes: bound(
    128 * KIB,
    'bytes',
    'a body that is read while others are',
    'it is read and answered alone; who is slower than 256 KiB/s for 1 s while others wait gets 408',
  ),
  bodiesBytes: bound(
    64 * MIB,
    'bytes',
    'the bodies that are not whole yet, together',
    'they are read no further until others are whole; who brings nothing for 1 s gets 408',
  ),
  connections: bound(16_000, 'entries', 'the connections of one address', 'the next is closed'),
  valueDepth: bound(
    100,
    'levels',
    'the nesting of a body or state',
    '400; a state file is refused',
  ),
  values: bound(2_500_000, 'values', 'a control body or state', '400; a state file is refused'),
  containers: bound(
    500_000,
    'entries',
    'the objects and lists of a control body, state or scenario',
    'refused (400, exit 2)',
  ),
  objectKeys: bound(
    1_000,
    'keys',
    'one object of a control body, state or scenario',
    'refused (400, exit 2)',
  ),
  waitMs: bound(600_000, 'ms', '`timeout` of `GET requests/wait`', '400'),
  requestsAsked: bound(100_000, 'entries', '`limit` and `count` of `GET requests`', '400'),
  tokenFileBytes: bound(4 * KIB, 'bytes', 'the file of `--control-token-file`', 'refused (exit 2)'),
  scenarioBytes: bound(MIB, 'bytes', 'a scenario file', 'refused (400, exit 2)'),
  scenarioDepth: bound(50, 'levels', 'the nesting of a scenario', 'refused (400, exit 2)'),
  scenarioValues: bound(500_000, 'values', 'a scenario', 'refused (400, exit 2)'),
  scenarioTokens: bound(
    100_000,
    'tokens',
    'words and signs of a scenario text (YAML or JSON)',
    'refused (400, exit 2)',
  ),
  scenarioAliases: bound(100_000, 'entries', '`aliases` of a scenario', 'refused (400, exit 2)'),
  scenarioFaults: bound(1_000, 'entries', '`faults` of a scenario', 'refused (400, exit 2)'),
  timelineSteps: bound(1_000, 'entries', '`timeline` of a scenario', 'refused (400, exit 2)'),
  expectSteps: bound(10_000, 'entries', '`expect` of a scenario', 'refused (400, exit 2)'),
  textCharacters: bound(
    10_000,
    'characters',
    'a text of an alias that a scenario or action gives',
    'refused (400, exit 2)',
  ),
  populatedAliases: bound(
    1_000_000,
    'entries',
    'the aliases of an account after `populate`',
    'refused (400, exit 2)',
  ),
  stateAccounts: bound(100_000, 'entries', '`accounts` of a state', '400'),
  stateFaults: bound(10_000, 'entries', '`faults` of an account of a state', '400'),
  stateRetiredKeys: bound(100_000, 'entries', 'the retired keys of an account of a state', '400'),
  problemsTold: bound(50, 'entries', 'the problems that one refusal names', 'the rest is not told'),
} as const satisfies Record<string, Bound>

/** What a sandbox keeps. */
export const keptBounds = {
  databaseBytes: bound(
    500 * MIB,
    'bytes',
    'the file of `--db`',
    '500 for the change; a larger file is refused (exit 1)',
  ),
  accounts: bound(
    10_000,
    'entries',
    'accounts (default of `--max-accounts`)',
    '401 for a key that names a scenario, 409 for `POST accounts`',
  ),
  contentBytes: bound(
    256 * MIB,
    'bytes',
    'what all accounts hold: aliases, removed addresses, start scenarios, timelines, faults, retired keys (at most 40 % of the heap limit of Node)',
    '507 for a creation of `/v1` (basis `injected`), 401 for a key that would make an account, 409 for the control API',
  ),
  addedBytes: bound(
    96 * MIB,
    'bytes',
    'what calls of `/v1` and timelines add to it since the last change by the control API (at most 15 % of the heap limit)',
    '507 for a creation, 401 for a key that would make an account, a step of a timeline is refused',
  ),
  journalEntries: bound(
    1_000,
    'entries',
    'the journal of an account (default of `--max-requests`)',
    'the oldest is dropped',
  ),
  journalBytes: bound(
    8 * MIB,
    'bytes',
    'the journal of an account: bodies, answers, headers, paths and notes',
    'the oldest is dropped; `requests` says so',
  ),
  journalsBytes: bound(
    64 * MIB,
    'bytes',
    'the journals of all accounts together (at most 10 % of the heap limit)',
    'the oldest of all is dropped; `requests` says so',
  ),
  cachedPageBytes: bound(
    MIB,
    'bytes',
    'a page that is kept to be sent again',
    'it is composed for each call',
  ),
  cachedPagesBytes: bound(
    16 * MIB,
    'bytes',
    'all pages that are kept to be sent again',
    'all are forgotten',
  ),
  listedTextsBytes: bound(
    32 * MIB,
    'bytes',
    'the texts of aliases that were listed',
    'all are forgotten, and made again when they are listed',
  ),
  storedTextsBytes: bound(
    32 * MIB,
    'bytes',
    'the texts of aliases that `--db` has written',
    'further ones are made for each write',
  ),
  unreadBytes: bound(
    64 * MIB,
    'bytes',
    'the answers that clients have not read yet',
    'large answers wait; who has not read for 1 s is cut off',
  ),
  unreadMs: bound(
    30_000,
    'ms',
    'the time that a client may stop reading its answer',
    'the connection is closed',
  ),
  heldAnswers: bound(
    1_000,
    'entries',
    'the answers that faults delay or leave hanging',
    'the connection of the oldest is closed',
  ),
  heldBytes: bound(
    16 * MIB,
    'bytes',
    'the bodies of delayed answers',
    'the connection of the oldest is closed',
  ),
  pipelined: bound(
    10_000,
    'entries',
    'the pipelined requests that wait for the answer before theirs',
    'the connection is closed',
  ),
  waiters: bound(1_000, 'entries', 'the requests that wait at `requests/wait`', '503'),
  controlAnswerBytes: bound(
    32 * MIB,
    'bytes',
    'an answer of the control API',
    '413, which says what to ask instead',
  ),
  callNotes: bound(
    20,
    'entries',
    'the unknown fields that the journal names for a call',
    'the rest is counted',
  ),
  slidingCalls: bound(
    10_000,
    'entries',
    'the calls that a sliding burst window remembers, where the burst limit is not higher',
    'the oldest is forgotten',
  ),
  faultsOver: bound(
    100,
    'entries',
    'the faults of an account that are over',
    'the oldest is dropped',
  ),
  firedEvents: bound(
    1_000,
    'entries',
    'the fired events that one action answers',
    'the rest is counted in `fired_total`',
  ),
  eventHistory: bound(
    1_000,
    'entries',
    'the events kept for a listener that comes back',
    'the oldest is dropped; a listener that missed it gets `reset`',
  ),
  eventHistoryBytes: bound(
    4 * MIB,
    'bytes',
    'the same events',
    'the oldest is dropped; a listener that missed it gets `reset`',
  ),
  eventHistoryMs: bound(
    60_000,
    'ms',
    'the time that events are kept when nobody listens',
    'they are forgotten; a listener that comes back gets `reset`',
  ),
  eventBytes: bound(128 * KIB, 'bytes', 'an event', 'it says `too_large`, and of a call its id'),
  eventsWaiting: bound(
    10_000,
    'entries',
    'what happens in one turn',
    'every listener gets `reset`',
  ),
  eventStreams: bound(1_000, 'entries', 'the listeners of events', '503'),
  eventUnreadBytes: bound(
    1_000_000,
    'bytes',
    'what a listener of events leaves unread',
    'its connection is closed',
  ),
  eventsUnreadBytes: bound(
    32 * MIB,
    'bytes',
    'what all listeners of events leave unread',
    'the slowest are closed',
  ),
  logBytes: bound(
    MIB,
    'bytes',
    'the lines of the log of calls that wait for a slow reader, or for the end of `exec`',
    'lines are left out, and their number is logged',
  ),
  clearedCalls: bound(
    8 * MIB,
    'characters',
    'the calls that `exec --report` keeps of journals that were cleared',
    'the oldest is dropped, after it was judged',
  ),
  commandOutput: bound(
    MIB,
    'characters',
    'what a command of `matrix` or `assumptions` prints, per run',
    'the oldest is dropped',
  ),
} as const satisfies Record<string, Bound>

/** `1 MiB`, `200 entries`, `15 s`. */
export function boundText({ max, unit }: Pick<Bound, 'max' | 'unit'>): string {
  if (unit === 'bytes' && max % MIB === 0) return `${max / MIB} MiB`
  if (unit === 'bytes' && max % KIB === 0) return `${max / KIB} KiB`
  if (unit === 'ms') return `${max / 1_000} s`
  return `${max.toLocaleString('en-US')} ${unit}`
}
