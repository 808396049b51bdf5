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

/** What clients, files and arguments may bring. */
export const inputBounds = {
  targetBytes: {
    max: 8 * KIB,
    unit: 'bytes',
    of: 'the request target: path and query',
    beyond: '414',
  },
  headerBytes: {
    max: 16 * KIB,
    unit: 'bytes',
    of: 'all headers of a request',
    beyond: '431, the connection is closed',
  },
  headers: { max: 200, unit: 'entries', of: 'the headers of a request', beyond: '431' },
  headersMs: {
    max: 15_000,
    unit: 'ms',
    of: 'the time for the headers of a request',
    beyond: '408, the connection is closed',
  },
  requestMs: {
    max: 30_000,
    unit: 'ms',
    of: 'the time for a whole request',
    beyond: '408, the connection is closed',
  },
  keepAliveMs: {
    max: 5_000,
    unit: 'ms',
    of: 'the time between two requests of a connection',
    beyond: 'the connection is closed',
  },
  v1BodyBytes: {
    max: 100 * KIB,
    unit: 'bytes',
    of: 'the body of a `/v1` call',
    beyond: '413',
  },
  controlBodyBytes: {
    max: MIB,
    unit: 'bytes',
    of: 'the body of a control request',
    beyond: '413',
  },
  stateBytes: {
    max: 32 * MIB,
    unit: 'bytes',
    of: 'a state given to `PUT state`',
    beyond: '413',
  },
  valueDepth: {
    max: 100,
    unit: 'levels',
    of: 'the nesting of a body or state',
    beyond: '400; a state file is refused',
  },
  values: {
    max: 3_000_000,
    unit: 'values',
    of: 'a control body or state',
    beyond: '400; a state file is refused',
  },
  objectKeys: {
    max: 1_000,
    unit: 'keys',
    of: 'one object of a control body, state or scenario',
    beyond: 'refused (400, exit 2)',
  },
  waitMs: {
    max: 600_000,
    unit: 'ms',
    of: '`timeout` of `GET requests/wait`',
    beyond: '400',
  },
  requestsAsked: {
    max: 100_000,
    unit: 'entries',
    of: '`limit` and `count` of `GET requests`',
    beyond: '400',
  },
  scenarioBytes: {
    max: MIB,
    unit: 'bytes',
    of: 'a scenario file',
    beyond: 'refused (400, exit 2)',
  },
  scenarioDepth: {
    max: 50,
    unit: 'levels',
    of: 'the nesting of a scenario',
    beyond: 'refused (400, exit 2)',
  },
  scenarioValues: {
    max: 500_000,
    unit: 'values',
    of: 'a scenario',
    beyond: 'refused (400, exit 2)',
  },
  scenarioTokens: {
    max: 100_000,
    unit: 'tokens',
    of: 'words and signs of a scenario text (YAML or JSON)',
    beyond: 'refused (400, exit 2)',
  },
  scenarioAliases: {
    max: 100_000,
    unit: 'entries',
    of: '`aliases` of a scenario',
    beyond: 'refused (400, exit 2)',
  },
  scenarioFaults: {
    max: 1_000,
    unit: 'entries',
    of: '`faults` of a scenario',
    beyond: 'refused (400, exit 2)',
  },
  timelineSteps: {
    max: 1_000,
    unit: 'entries',
    of: '`timeline` of a scenario',
    beyond: 'refused (400, exit 2)',
  },
  expectSteps: {
    max: 10_000,
    unit: 'entries',
    of: '`expect` of a scenario',
    beyond: 'refused (400, exit 2)',
  },
  textCharacters: {
    max: 10_000,
    unit: 'characters',
    of: 'a text of an alias that a scenario or action gives',
    beyond: 'refused (400, exit 2)',
  },
  populatedAliases: {
    max: 1_000_000,
    unit: 'entries',
    of: 'the aliases of an account after `populate`',
    beyond: 'refused (400, exit 2)',
  },
  stateAccounts: {
    max: 100_000,
    unit: 'entries',
    of: '`accounts` of a state',
    beyond: '400',
  },
  stateFaults: {
    max: 10_000,
    unit: 'entries',
    of: '`faults` of an account of a state',
    beyond: '400',
  },
  stateRetiredKeys: {
    max: 100_000,
    unit: 'entries',
    of: 'the retired keys of an account of a state',
    beyond: '400',
  },
  problemsTold: {
    max: 50,
    unit: 'entries',
    of: 'the problems that one refusal names',
    beyond: 'the rest is not told',
  },
} as const satisfies Record<string, Bound>

/** What a sandbox keeps. */
export const keptBounds = {
  databaseBytes: {
    max: 500 * MIB,
    unit: 'bytes',
    of: 'the file of `--db`',
    beyond: '500 for the change; a larger file is refused (exit 1)',
  },
  accounts: {
    max: 10_000,
    unit: 'entries',
    of: 'accounts (default of `--max-accounts`)',
    beyond: '401 for a key that names a scenario, 409 for `POST accounts`',
  },
  journalEntries: {
    max: 1_000,
    unit: 'entries',
    of: 'the journal of an account (default of `--max-requests`)',
    beyond: 'the oldest is dropped',
  },
  journalBytes: {
    max: 8 * MIB,
    unit: 'bytes',
    of: 'the journal of an account: bodies, answers, headers, paths and notes',
    beyond: 'the oldest is dropped; `requests` says so',
  },
  journalsBytes: {
    max: 64 * MIB,
    unit: 'bytes',
    of: 'the journals of all accounts together',
    beyond: 'the oldest of all is dropped; `requests` says so',
  },
  cachedPageBytes: {
    max: MIB,
    unit: 'bytes',
    of: 'a page that is kept to be sent again',
    beyond: 'it is composed for each call',
  },
  cachedPagesBytes: {
    max: 16 * MIB,
    unit: 'bytes',
    of: 'all pages that are kept to be sent again',
    beyond: 'all are forgotten',
  },
  callNotes: {
    max: 20,
    unit: 'entries',
    of: 'the unknown fields that the journal names for a call',
    beyond: 'the rest is counted',
  },
  faultsOver: {
    max: 100,
    unit: 'entries',
    of: 'the faults of an account that are over',
    beyond: 'the oldest is dropped',
  },
  firedEvents: {
    max: 1_000,
    unit: 'entries',
    of: 'the fired events that one action answers',
    beyond: 'the rest is counted in `fired_total`',
  },
  eventHistory: {
    max: 1_000,
    unit: 'entries',
    of: 'the events kept for a listener that comes back',
    beyond: 'the oldest is dropped; a listener that missed it gets `reset`',
  },
  eventHistoryBytes: {
    max: 4 * MIB,
    unit: 'bytes',
    of: 'the same events',
    beyond: 'the oldest is dropped; a listener that missed it gets `reset`',
  },
  eventHistoryMs: {
    max: 60_000,
    unit: 'ms',
    of: 'the time that events are kept when nobody listens',
    beyond: 'they are forgotten; a listener that comes back gets `reset`',
  },
  eventBytes: {
    max: 128 * KIB,
    unit: 'bytes',
    of: 'an event',
    beyond: 'it says `too_large`, and of a call its id',
  },
  eventsWaiting: {
    max: 10_000,
    unit: 'entries',
    of: 'what happens in one turn',
    beyond: 'every listener gets `reset`',
  },
  eventStreams: {
    max: 1_000,
    unit: 'entries',
    of: 'the listeners of events',
    beyond: '503',
  },
  eventUnreadBytes: {
    max: 1_000_000,
    unit: 'bytes',
    of: 'what a listener of events leaves unread',
    beyond: 'its connection is closed',
  },
  eventsUnreadBytes: {
    max: 32 * MIB,
    unit: 'bytes',
    of: 'what all listeners of events leave unread',
    beyond: 'the slowest are closed',
  },
} as const satisfies Record<string, Bound>

/** `1 MiB`, `200 entries`, `15 s`. */
export function boundText({ max, unit }: Bound): string {
  if (unit === 'bytes' && max % MIB === 0) return `${max / MIB} MiB`
  if (unit === 'bytes' && max % KIB === 0) return `${max / KIB} KiB`
  if (unit === 'ms') return `${max / 1_000} s`
  return `${max.toLocaleString('en-US')} ${unit}`
}
