import { KIB, MIB, bound, type Bound } from './bound.ts'
import { historyBounds } from '../history/bounds.ts'
import { mailBounds } from './mail-bounds.ts'

/**
 * The limits on input and on what the sandbox stores. SECURITY.md shows this table. The numbers of the
 * API document are in rules.ts.
 */

/** Limits on requests, files and arguments. */
export const inputBounds = {
  targetBytes: bound(8 * KIB, 'bytes', 'the request target: path and query', '414'),
  headerBytes: bound(
    16 * KIB,
    'bytes',
    'the total size of the headers of a request',
    '431, the connection is closed',
  ),
  headers: bound(200, 'entries', 'the number of headers of a request', '431'),
  headersMs: bound(
    15_000,
    'ms',
    'the time in which the headers of a request must arrive',
    '408, the connection is closed',
  ),
  requestMs: bound(
    30_000,
    'ms',
    'the time in which a whole request must arrive',
    '408, the connection is closed',
  ),
  keepAliveMs: bound(
    5_000,
    'ms',
    'the idle time between two requests on a connection',
    'the connection is closed',
  ),
  v1BodyBytes: bound(100 * KIB, 'bytes', 'the body of a `/v1` call', '413'),
  controlBodyBytes: bound(MIB, 'bytes', 'the body of a control request', '413'),
  stateBytes: bound(32 * MIB, 'bytes', 'the body of `PUT state`', '413'),
  receivedBytes: bound(
    64 * MIB,
    'bytes',
    'the bodies and mails that are being received, over HTTP and SMTP together',
    '503; 452 for a mail',
  ),
  connections: bound(16_000, 'entries', 'the connections from one address', 'the next is closed'),
  valueDepth: bound(
    100,
    'levels',
    'the nesting depth of a body or state',
    '400; a state file is refused',
  ),
  values: bound(
    2_500_000,
    'values',
    'the values in a control body or state',
    '400; a state file is refused',
  ),
  containers: bound(
    500_000,
    'entries',
    'the objects and lists in a control body, state or scenario',
    'refused (400, exit 2)',
  ),
  objectKeys: bound(
    1_000,
    'keys',
    'the keys of one object in a control body, state or scenario',
    'refused (400, exit 2)',
  ),
  waitMs: bound(600_000, 'ms', '`timeout` of `GET requests/wait`', '400'),
  requestsAsked: bound(100_000, 'entries', '`limit` and `count` of `GET requests`', '400'),
  aliasesAsked: bound(1_000, 'entries', '`limit` of `GET aliases`', '400'),
  searchCharacters: bound(
    200,
    'characters',
    '`search` of `GET aliases`, `text` of `GET inbox`',
    '400',
  ),
  tokenFileBytes: bound(4 * KIB, 'bytes', 'the file of `--control-token-file`', 'refused (exit 2)'),
  scenarioBytes: bound(MIB, 'bytes', 'a scenario file', 'refused (400, exit 2)'),
  scenarioDepth: bound(50, 'levels', 'the nesting depth of a scenario', 'refused (400, exit 2)'),
  scenarioValues: bound(500_000, 'values', 'the values in a scenario', 'refused (400, exit 2)'),
  scenarioTokens: bound(
    100_000,
    'tokens',
    'the tokens of a scenario file (YAML or JSON)',
    'refused (400, exit 2)',
  ),
  scenarioAliases: bound(100_000, 'entries', '`aliases` of a scenario', 'refused (400, exit 2)'),
  scenarioFaults: bound(1_000, 'entries', '`faults` of a scenario', 'refused (400, exit 2)'),
  mailSubjectCharacters: bound(998, 'characters', 'the subject of a mail', 'refused (400, exit 2)'),
  mailTextCharacters: bound(
    100_000,
    'characters',
    'the text and the HTML of a mail, each',
    'refused (400, exit 2)',
  ),
  mailAttachments: bound(10, 'entries', 'the attachments of an action', 'refused (400, exit 2)'),
  inboxMails: bound(200, 'entries', 'the mails that an inbox shows', 'the oldest are left out'),
  answerBytes: bound(
    1_000_000,
    'bytes',
    'the body of an `answer` fault, within that of the request or file that arms it',
    'refused (400, exit 2)',
  ),
  answerHeaders: bound(100, 'entries', 'the headers of an `answer` fault', 'refused (400, exit 2)'),
  answerHeaderCharacters: bound(
    8 * KIB,
    'characters',
    'a header of an `answer` fault',
    'refused (400, exit 2)',
  ),
  delays: bound(100, 'entries', 'the list of a `delay` fault', 'refused (400, exit 2)'),
  timelineSteps: bound(1_000, 'entries', '`timeline` of a scenario', 'refused (400, exit 2)'),
  expectSteps: bound(10_000, 'entries', '`expect` of a scenario', 'refused (400, exit 2)'),
  textCharacters: bound(
    10_000,
    'characters',
    'a text field of an alias in a scenario or an action',
    'refused (400, exit 2)',
  ),
  stateAccounts: bound(100_000, 'entries', '`accounts` of a state', '400'),
  stateFaults: bound(
    1_010,
    'entries',
    '`faults` of an account of a state: those that are armed, and those that have ended',
    '400',
  ),
  stateRetiredKeys: bound(100_000, 'entries', 'the retired keys of an account of a state', '400'),
  ...historyBounds,
  ...mailBounds,
  problemsReported: bound(50, 'entries', 'the problems in one message', 'the rest is omitted'),
} as const satisfies Record<string, Bound>

export { storedBounds } from './stored-bounds.ts'
