import { defaults } from '../../../contract/defaults.ts'
import { limits } from '../../../contract/limits.ts'
import type { OptionRow } from './option-row.ts'

const INT_32 = 2 ** 31

/** The options for the initial accounts. */
export const accountRows = {
  scenario: {
    type: 'list',
    short: 's',
    value: 'name|file',
    defaultText: defaults.scenario,
    summary: 'Scenario to start in: a name or a YAML file; repeat to merge several, the last wins',
  },
  'api-key': {
    type: 'string',
    value: 'key',
    default: defaults.apiKey,
    summary: 'API key of the default account',
  },
  seed: {
    type: 'integer',
    value: 'integer',
    min: -INT_32,
    max: INT_32 - 1,
    default: defaults.seed,
    summary: 'Seed for ids and sample data; the same seed gives the same values',
  },
  now: {
    type: 'string',
    value: 'time',
    defaultText: 'current time',
    summary: 'Time at which account clocks start: ISO 8601 or epoch seconds',
  },
  frozen: {
    type: 'boolean',
    summary: 'Stop account clocks; they move only when advanced',
  },
  scale: {
    type: 'number',
    value: 'factor',
    min: 0.001,
    max: 1_000_000,
    defaultText: '1',
    summary: 'Speed of account clocks relative to real time',
  },
  'short-waits': {
    type: 'boolean',
    summary: 'Let a 503 and a burst 429 ask for 1 to 3 seconds, and end a full burst window then',
  },
  choice: {
    type: 'list',
    value: 'id=value',
    summary:
      'Override a choice in every scenario, as id=value; repeatable; "alias-sandbox choices" lists them',
  },
  vary: {
    type: 'integer',
    value: 'seed',
    min: -INT_32,
    max: INT_32 - 1,
    summary:
      'Draw random choices from this seed: a different service that still fits the API document',
  },
  'scenarios-dir': {
    type: 'string',
    value: 'dir',
    summary: 'Directory with additional scenario files',
  },
} as const satisfies Record<string, OptionRow>

/** The options for the server. */
export const serverRows = {
  port: {
    type: 'integer',
    short: 'p',
    value: 'port',
    min: 0,
    max: 65_535,
    default: defaults.port,
    summary: 'Port to listen on; 0 picks a free port',
  },
  'smtp-port': {
    type: 'integer',
    value: 'port',
    min: 0,
    max: 65_535,
    defaultText: 'none',
    summary: 'Port to receive mail on over SMTP; 0 picks a free port',
  },
  host: {
    type: 'string',
    value: 'address',
    defaultText: '127.0.0.1 and ::1',
    summary: 'Address to listen on',
  },
  'tls-cert': {
    type: 'string',
    value: 'file',
    summary: 'Serve HTTPS with the certificate of this file, in PEM; needs --tls-key',
  },
  'tls-key': {
    type: 'string',
    value: 'file',
    summary: 'File with the private key of --tls-cert, in PEM and not encrypted',
  },
  'allowed-host': {
    type: 'list',
    value: 'name',
    summary: 'Additional host name that clients may use; repeatable',
  },
  'control-token-file': {
    type: 'string',
    value: 'file',
    summary:
      'File (mode 0600) with the token of the control API; or set ALIAS_SANDBOX_CONTROL_TOKEN',
  },
  db: {
    type: 'string',
    value: 'file',
    defaultText: 'memory only',
    summary: 'Keep the session in this file; an existing file takes precedence over --scenario',
  },
  'max-accounts': {
    type: 'integer',
    value: 'count',
    min: 1,
    max: limits.accounts.value,
    default: defaults.maxAccounts,
    summary: 'Maximum number of accounts',
  },
  'max-requests': {
    type: 'integer',
    value: 'count',
    min: 1,
    max: 100_000,
    default: defaults.maxRequests,
    summary: 'Number of requests to keep of each account',
  },
  'expose-headers': {
    type: 'boolean',
    summary: 'Add an x-alias-sandbox header to /v1 responses; the real API does not send it',
  },
  'cors-origin': {
    type: 'string',
    value: 'origin',
    summary: 'Origin whose web pages may call /v1, such as http://localhost:5173',
  },
  'no-ui': {
    type: 'boolean',
    summary: 'Do not serve the dashboard at /_sandbox/',
  },
} as const satisfies Record<string, OptionRow>

/** The options for the output. */
export const outputRows = {
  open: {
    type: 'boolean',
    summary: 'Open the dashboard in the browser',
  },
  'ready-file': {
    type: 'string',
    value: 'file',
    summary: 'Write URL, API key and port to this file as JSON once the sandbox is ready',
  },
  log: {
    type: 'string',
    value: 'file',
    defaultText: 'terminal only',
    summary: 'Append one line per request to this file; - means standard output',
  },
  json: {
    type: 'boolean',
    summary: 'Print JSON instead of text',
  },
  quiet: {
    type: 'boolean',
    short: 'q',
    summary: 'Print only the ready line and warnings',
  },
} as const satisfies Record<string, OptionRow>

/** The options of `start`. */
export const startRows = { ...accountRows, ...serverRows, ...outputRows }
