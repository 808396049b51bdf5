import { limits } from './limits.ts'
import * as v from 'valibot'
import { controlTokenProblem } from '../text/control-token.ts'
import { apiKeyField } from './control/create-account-request.ts'
import { defaults } from './defaults.ts'
import {
  boolean,
  expecting,
  integer,
  list,
  pattern,
  strictObject,
  string,
} from './values/fields.ts'
import { seed } from './scenario/sample-data.ts'

/** The settings of a sandbox, whatever scenario it starts with; all are optional. */
export type SettingsInput = {
  /** The seed of all random values: the same seed gives the same ids. Default: 1. */
  seed?: number
  /** The file that stores the sandbox. State that it already holds replaces `scenario`. Default: in memory. */
  db?: string
  /** The API key of the default account. Default: random. */
  apiKey?: string
  /** The port to listen on. Default: a free port. */
  port?: number
  /** The port on which mail is received over SMTP; 0 for a free one. Default: none is. */
  smtpPort?: number
  /** The address to listen on; one that other machines can reach requires `controlToken`. Default: loopback. */
  host?: string
  /**
   * Serves HTTPS in place of HTTP, with this certificate and its private key, in PEM as in their files. Clients must
   * trust the certificate: Node does with NODE_EXTRA_CA_CERTS.
   */
  tls?: { cert: string; key: string }
  /** Additional host names that clients may use for the sandbox. */
  allowedHosts?: readonly string[]
  /**
   * The bearer token that the control API requires: at least 22 ASCII characters without spaces. Default:
   * no token required.
   */
  controlToken?: string
  /** Whether to serve the dashboard at `/_sandbox/`. Default: true. */
  ui?: boolean
  /** The origin whose web pages may call `/v1`, such as `http://localhost:5173`. Default: none. */
  corsOrigin?: string
  /** Whether to add the header `x-alias-sandbox`, which the real service does not send, to responses of `/v1`. */
  exposeHeaders?: boolean
  /** The maximum number of accounts. Default: 10,000. */
  maxAccounts?: number
  /** The maximum number of calls that are kept of an account. Default: 1,000. */
  maxRequests?: number
}

/** The message has no part of the value, which may be a private key. */
const pem = v.string('must be a string in PEM')

const isOrigin = (input: string) => URL.canParse(input) && new URL(input).origin === input

/** The check of each setting, with its default where the command line and the library share one. @internal */
export const settingsEntries = {
  seed: v.optional(seed, defaults.seed),
  db: v.optional(v.pipe(string(4_096), v.minLength(1, 'must not be empty'))),
  apiKey: v.optional(apiKeyField),
  port: v.optional(integer(0, 65_535), 0),
  smtpPort: v.optional(integer(0, 65_535)),
  host: v.optional(
    v.pipe(
      pattern(/^.{1,255}$/s, 'an address such as 127.0.0.1'),
      v.transform((host) => host.replace(/^\[(.*)\]$/, '$1')), // URLs put IPv6 addresses in brackets
    ),
  ),
  tls: v.optional(strictObject({ cert: pem, key: pem })),
  allowedHosts: v.optional(list(string(255), 100), defaults.allowedHosts),
  controlToken: v.optional(
    v.pipe(
      v.string('must be a string'),
      v.rawCheck(({ dataset, addIssue }) => {
        const message = dataset.typed ? controlTokenProblem(dataset.value) : undefined
        if (message !== undefined) addIssue({ message })
      }),
    ),
  ),
  ui: v.optional(boolean(), defaults.ui),
  corsOrigin: v.optional(
    v.pipe(string(1_000), v.check(isOrigin, expecting('an origin such as http://localhost:5173'))),
  ),
  exposeHeaders: v.optional(boolean(), defaults.exposeHeaders),
  maxAccounts: v.optional(integer(1, limits.accounts.value), defaults.maxAccounts),
  maxRequests: v.optional(integer(1, 100_000), defaults.maxRequests),
} satisfies Record<keyof SettingsInput, v.GenericSchema>

/** All settings, with others beside them that are left out. @internal */
export const settingsSchema = v.object(settingsEntries)

/** The settings of a sandbox, checked, with their defaults: one value from the way in to every route. @internal */
export type Settings = Omit<v.InferOutput<typeof settingsSchema>, 'apiKey'> & { apiKey: string }
