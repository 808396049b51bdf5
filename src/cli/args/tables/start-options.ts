import { defaults } from '../../../contract/defaults.ts'
import { limits } from '../../../contract/limits.ts'
import { flag, integer, list, number, text, type OptionRow } from './option-row.ts'

const INT_32 = 2 ** 31

/** The options for the initial accounts. */
export const accountRows = {
  scenario: list(
    'name|file',
    'Scenario to start in: a name or a YAML file; repeat to merge several, the last wins',
    { short: 's', defaultText: defaults.scenario },
  ),
  'api-key': text('key', 'API key of the default account', { default: defaults.apiKey }),
  seed: integer('integer', 'Seed for ids and sample data; the same seed gives the same values', {
    min: -INT_32,
    max: INT_32 - 1,
    default: defaults.seed,
  }),
  now: text('time', 'Time at which account clocks start: ISO 8601 or epoch seconds', {
    defaultText: 'current time',
  }),
  frozen: flag('Stop account clocks; they move only when advanced'),
  scale: number('factor', 'Speed of account clocks relative to real time', {
    min: 0.001,
    max: 1_000_000,
    defaultText: '1',
  }),
  'short-waits': flag(
    'Let a 503 and a burst 429 ask for 1 to 3 seconds, and end a full burst window then',
  ),
  choice: list(
    'id=value',
    'Override a choice in every scenario, as id=value; repeatable; "alias-sandbox choices" lists them',
  ),
  vary: integer(
    'seed',
    'Draw random choices from this seed: a different service that still fits the API document',
    { min: -INT_32, max: INT_32 - 1 },
  ),
  'scenarios-dir': text('dir', 'Directory with additional scenario files'),
} as const satisfies Record<string, OptionRow>

/** The options for the server. */
export const serverRows = {
  port: integer('port', 'Port to listen on; 0 picks a free port', {
    short: 'p',
    min: 0,
    max: 65_535,
    default: defaults.port,
  }),
  'smtp-port': integer('port', 'Port to receive mail on over SMTP; 0 picks a free port', {
    min: 0,
    max: 65_535,
    defaultText: 'none',
  }),
  host: text('address', 'Address to listen on', { defaultText: '127.0.0.1 and ::1' }),
  'tls-cert': text(
    'file',
    'Serve HTTPS with the certificate of this file, in PEM; needs --tls-key',
  ),
  'tls-key': text('file', 'File with the private key of --tls-cert, in PEM and not encrypted'),
  'allowed-host': list('name', 'Additional host name that clients may use; repeatable'),
  'control-token-file': text(
    'file',
    'File (mode 0600) with the token of the control API; or set ALIAS_SANDBOX_CONTROL_TOKEN',
  ),
  db: text(
    'file',
    'Keep the session in this file; an existing file takes precedence over --scenario',
    { defaultText: 'memory only' },
  ),
  'max-accounts': integer('count', 'Maximum number of accounts', {
    min: 1,
    max: limits.accounts.value,
    default: defaults.maxAccounts,
  }),
  'max-requests': integer('count', 'Number of requests to keep of each account', {
    min: 1,
    max: 100_000,
    default: defaults.maxRequests,
  }),
  'expose-headers': flag(
    'Add an x-alias-sandbox header to /v1 responses; the real API does not send it',
  ),
  'cors-origin': text(
    'origin',
    'Origin whose web pages may call /v1, such as http://localhost:5173',
  ),
  'no-ui': flag('Do not serve the dashboard at /_sandbox/'),
} as const satisfies Record<string, OptionRow>

/** The options for the output. */
export const outputRows = {
  open: flag('Open the dashboard in the browser'),
  'ready-file': text(
    'file',
    'Write URL, API key and port to this file as JSON once the sandbox is ready',
  ),
  log: text('file', 'Append one line per request to this file; - means standard output', {
    defaultText: 'terminal only',
  }),
  json: flag('Print JSON instead of text'),
  quiet: flag('Print only the ready line and warnings', { short: 'q' }),
} as const satisfies Record<string, OptionRow>

/** The options of `start`. */
export const startRows = { ...accountRows, ...serverRows, ...outputRows }
