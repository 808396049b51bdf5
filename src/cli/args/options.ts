import { storedBounds } from '../../contract/bounds.ts'

/**
 * Every option of the command line: the one table that parsing, help, the environment, completion
 * and docs/command-line.md are made from or checked against.
 */
export type OptionRow = {
  type: 'flag' | 'text' | 'list' | 'whole' | 'number'
  short?: string
  /** What stands for the value in help. */
  value?: string
  /** The variable that sets it when the flag is not given; several values are set apart by commas. */
  env?: string
  min?: number
  max?: number
  default?: string | number
  summary: string
}

/** The port that is taken unless another is asked for. */
export const DEFAULT_PORT = 25_427

const options = {
  scenario: {
    type: 'list',
    short: 's',
    value: 'name|file',
    env: 'ALIAS_SANDBOX_SCENARIO',
    summary: 'How the account starts; may be repeated, later ones win key by key (default: plus)',
  },
  port: {
    type: 'whole',
    short: 'p',
    value: 'port',
    env: 'ALIAS_SANDBOX_PORT',
    min: 0,
    max: 65_535,
    default: DEFAULT_PORT,
    summary: 'Port to listen on; 0 takes a free one',
  },
  host: {
    type: 'text',
    value: 'address',
    env: 'ALIAS_SANDBOX_HOST',
    summary: 'Address to listen on (default: 127.0.0.1 and ::1, this machine only)',
  },
  'api-key': {
    type: 'text',
    value: 'key',
    env: 'ALIAS_SANDBOX_API_KEY',
    default: 'sandbox_default',
    summary: 'API key of account default',
  },
  seed: {
    type: 'whole',
    value: 'number',
    env: 'ALIAS_SANDBOX_SEED',
    min: -2_147_483_648,
    max: 2_147_483_647,
    default: 1,
    summary: 'Seed of all that is drawn: same seed, same ids',
  },
  now: {
    type: 'text',
    value: 'time',
    env: 'ALIAS_SANDBOX_NOW',
    summary: 'Where the clocks of accounts start: an ISO time or epoch seconds',
  },
  frozen: {
    type: 'flag',
    env: 'ALIAS_SANDBOX_FROZEN',
    summary: 'Clocks stand still until they are advanced',
  },
  scale: {
    type: 'number',
    value: 'factor',
    env: 'ALIAS_SANDBOX_SCALE',
    min: 0.001,
    max: 1_000_000,
    summary: 'Clocks run so many times as fast as real time',
  },
  choice: {
    type: 'list',
    value: 'id=value',
    env: 'ALIAS_SANDBOX_CHOICE',
    summary:
      'What is done where the document is silent, for every account, whatever its scenario says; may be repeated (see: choices)',
  },
  db: {
    type: 'text',
    value: 'file',
    env: 'ALIAS_SANDBOX_DB',
    summary:
      'Keep everything in this file; if it exists, it wins over --scenario (default: in memory)',
  },
  'max-accounts': {
    type: 'whole',
    value: 'count',
    env: 'ALIAS_SANDBOX_MAX_ACCOUNTS',
    min: 1,
    max: 1_000_000,
    default: storedBounds.accounts.max,
    summary: 'Most accounts at a time',
  },
  'max-requests': {
    type: 'whole',
    value: 'count',
    env: 'ALIAS_SANDBOX_MAX_REQUESTS',
    min: 1,
    max: 100_000,
    default: storedBounds.journalEntries.max,
    summary: 'How many calls the journal of an account holds',
  },
  'scenarios-dir': {
    type: 'text',
    value: 'folder',
    env: 'ALIAS_SANDBOX_SCENARIOS_DIR',
    summary: 'Folder of more scenarios',
  },
  'allowed-host': {
    type: 'list',
    value: 'name',
    env: 'ALIAS_SANDBOX_ALLOWED_HOST',
    summary: 'Another name that clients may call the sandbox by; may be repeated',
  },
  'control-token-file': {
    type: 'text',
    value: 'file',
    env: 'ALIAS_SANDBOX_CONTROL_TOKEN_FILE',
    summary: 'File (mode 0600) with the token of the control API; or ALIAS_SANDBOX_CONTROL_TOKEN',
  },
  'expose-headers': {
    type: 'flag',
    env: 'ALIAS_SANDBOX_EXPOSE_HEADERS',
    summary: 'Add x-alias-sandbox to answers of /v1, which the real service does not send',
  },
  vary: {
    type: 'whole',
    value: 'seed',
    env: 'ALIAS_SANDBOX_VARY',
    min: -2_147_483_648,
    max: 2_147_483_647,
    summary: 'Draw a set of choices: another service that fits the document as well',
  },
  'cors-origin': {
    type: 'text',
    value: 'origin',
    env: 'ALIAS_SANDBOX_CORS_ORIGIN',
    summary: 'The origin whose web pages may call /v1, such as http://localhost:5173',
  },
  'no-ui': {
    type: 'flag',
    env: 'ALIAS_SANDBOX_NO_UI',
    summary: 'Serve no dashboard at /_sandbox/',
  },
  open: {
    type: 'flag',
    env: 'ALIAS_SANDBOX_OPEN',
    summary: 'Open the dashboard in the browser',
  },
  'ready-file': {
    type: 'text',
    value: 'file',
    env: 'ALIAS_SANDBOX_READY_FILE',
    summary: 'Write url, key and port as JSON to this file once calls are taken',
  },
  log: {
    type: 'text',
    value: 'file',
    env: 'ALIAS_SANDBOX_LOG',
    summary:
      'Add a line per call to this file, or to standard output for - (default: to a terminal only; exec: to standard error after the command)',
  },
  env: {
    type: 'list',
    value: 'NAME=text',
    summary: 'Set NAME for the command; {url} and {key} are replaced; may be repeated',
  },
  verify: {
    type: 'flag',
    summary: 'Judge the client by its calls; exit 4 when its etiquette failed though it passed',
  },
  report: {
    type: 'text',
    value: 'file',
    summary: 'Write the report to a file: .txt, .md, .json or .xml (JUnit); its folder is made',
  },
  scenarios: {
    type: 'text',
    value: 'a,b|all',
    default: 'all',
    summary: 'Which scenarios',
  },
  choices: {
    type: 'text',
    value: 'a,b',
    summary: 'Which choices (default: all that have a likely alternative)',
  },
  jobs: {
    type: 'whole',
    value: 'count',
    min: 1,
    max: 64,
    default: 2,
    summary: 'How many at a time',
  },
  format: {
    type: 'text',
    value: 'format',
    default: 'text',
    summary: 'text, json, markdown, and for a report junit',
  },
  all: { type: 'flag', summary: 'All accounts together' },
  verbose: { type: 'flag', summary: 'Show what the command prints, also where it passes' },
  url: {
    type: 'text',
    value: 'url',
    env: 'ALIAS_SANDBOX_URL',
    default: `http://127.0.0.1:${DEFAULT_PORT}`,
    summary: 'Where the sandbox runs',
  },
  account: {
    type: 'text',
    value: 'name',
    env: 'ALIAS_SANDBOX_ACCOUNT',
    default: 'default',
    summary: 'Which account is meant',
  },
  timeout: {
    type: 'text',
    value: 'duration',
    env: 'ALIAS_SANDBOX_TIMEOUT',
    default: '10s',
    summary: 'How long to wait, such as 10s or 2m',
  },
  follow: {
    type: 'flag',
    short: 'f',
    summary: 'Go on and show each call as it comes',
  },
  json: {
    type: 'flag',
    env: 'ALIAS_SANDBOX_JSON',
    summary: 'JSON instead of text; one object a line where there are many',
  },
  quiet: {
    type: 'flag',
    short: 'q',
    env: 'ALIAS_SANDBOX_QUIET',
    summary: 'start: only the ready line; exec: only warnings and what failed',
  },
  help: { type: 'flag', short: 'h', summary: 'Show this help' },
  version: { type: 'flag', short: 'v', summary: 'Show the version' },
} as const satisfies Record<string, OptionRow>

export type OptionName = keyof typeof options

type ValueOf<Row extends OptionRow> = {
  flag: boolean
  text: string
  list: readonly string[]
  whole: number
  number: number
}[Row['type']]

/** Options by name, each with its flag's, its variable's or its default value. */
export type Options = { -readonly [Name in OptionName]?: ValueOf<(typeof options)[Name]> }

export const optionNames = Object.keys(options) as OptionName[]

/** The rows as the rest of the program reads them: one type for all. */
export function optionRow(name: OptionName): OptionRow {
  return options[name]
}
