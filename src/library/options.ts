import * as v from 'valibot'
import { scale } from '../contract/actions.ts'
import type { Choices } from '../contract/choices.ts'
import { check, toField, formatIssue } from '../contract/validation-issue.ts'
import { controlTokenProblem } from '../client/control-token.ts'
import {
  strictObject,
  list,
  pattern,
  formatValue,
  string,
  boolean,
  integer,
} from '../contract/fields.ts'
import type { ScenarioInput } from '../contract/action-input.ts'
import { seed } from '../contract/sample-data.ts'
import { choicesSchema } from '../contract/scenario.ts'
import { instant, type Instant } from '../contract/times.ts'
import { SandboxError } from '../client/error.ts'
import { apiKeyField } from '../contract/create-account-request.ts'
import { isLoopback } from '../start.ts'

/**
 * Options of {@link startSandbox}; all are optional.
 *
 * @example
 * const options = { scenario: ['pro', { usage: { daily: 199 } }], seed: 42, frozen: true }
 */
export type SandboxOptions = {
  /**
   * How the default account starts: the name of a shipped scenario, a file, an inline scenario, or a list
   * of these, which are merged key by key with later ones taking precedence. Default: `plus`.
   */
  scenario?: string | ScenarioInput | readonly (string | ScenarioInput)[]
  /** A folder with additional scenario files. */
  scenariosDir?: string
  /** The seed of all random values: the same seed gives the same ids. Default: 1. */
  seed?: number
  /** The time at which the accounts' clocks start: an ISO 8601 time, epoch seconds or a Date. Default: now. */
  now?: Instant | Date
  /** Whether the clocks stand still until they are advanced. Default: false. */
  frozen?: boolean
  /** How many times as fast as real time the clocks run. Default: 1. */
  scale?: number
  /** What the sandbox does where the documentation is silent. */
  choices?: Partial<Choices>
  /** The file that stores the sandbox. State that it already holds replaces `scenario`. Default: in memory. */
  db?: string
  /** The API key of the default account. Default: random. */
  apiKey?: string
  /** The port to listen on. Default: a free port. */
  port?: number
  /** The address to listen on; one that other machines can reach requires `controlToken`. Default: loopback. */
  host?: string
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
  /** The maximum number of calls in the journal of an account. Default: 1,000. */
  maxRequests?: number
}

const isOrigin = (input: string) => URL.canParse(input) && new URL(input).origin === input

const scenario = v.union(
  [string(1_000), v.record(v.string(), v.unknown())],
  (issue) =>
    `expected the name of a scenario, a file or an inline scenario, got ${formatValue(issue.input)}`,
)

const schema = strictObject({
  scenario: v.optional(
    v.union([list(scenario, 100), scenario], 'expected a scenario or a list of scenarios'),
  ),
  scenariosDir: v.optional(string(4_096)),
  seed: v.optional(seed),
  now: v.optional(
    v.union(
      [
        v.pipe(
          v.date(),
          v.transform((date) => date.toISOString()),
        ),
        instant,
      ],
      (issue) =>
        `expected an ISO 8601 time such as 2026-03-01T12:00:00Z, epoch seconds (not milliseconds) or a Date, got ${formatValue(issue.input)}`,
    ),
  ),
  frozen: v.optional(boolean()),
  scale: v.optional(scale),
  choices: v.optional(choicesSchema),
  db: v.optional(v.pipe(string(4_096), v.minLength(1, 'must not be empty'))),
  apiKey: v.optional(apiKeyField),
  port: v.optional(integer(0, 65_535)),
  host: v.optional(
    v.pipe(
      pattern(/^\S{1,255}$/, 'an address such as 127.0.0.1'),
      v.transform((host) => host.replace(/^\[(.*)\]$/, '$1')), // URLs put IPv6 addresses in brackets
    ),
  ),
  allowedHosts: v.optional(list(string(255), 100)),
  controlToken: v.optional(
    v.pipe(
      v.string('expected a string'),
      v.rawCheck(({ dataset, addIssue }) => {
        const message = dataset.typed ? controlTokenProblem(dataset.value) : undefined
        if (message !== undefined) addIssue({ message })
      }),
    ),
  ),
  corsOrigin: v.optional(
    v.pipe(string(1_000), v.check(isOrigin, 'expected an origin such as http://localhost:5173')),
  ),
  ui: v.optional(boolean()),
  exposeHeaders: v.optional(boolean()),
  maxAccounts: v.optional(integer(1, 1_000_000)),
  maxRequests: v.optional(integer(1, 100_000)),
} satisfies Record<keyof SandboxOptions, v.GenericSchema>)

export type CheckedOptions = v.InferOutput<typeof schema>

/** @throws SandboxError `bad_argument` that names the option, and the nearest valid one for a typo. */
export function checkOptions(input: unknown): CheckedOptions {
  const checked = check(schema, input)
  if (!checked.ok) {
    const field = toField(checked.issues[0].path)
    const issues = checked.issues.map(formatIssue).join('; ')
    throw wrong(field, field === '' ? `options: ${issues}` : issues)
  }
  const { host, controlToken } = checked.value
  if (host !== undefined && !isLoopback(host) && controlToken === undefined) {
    throw wrong(
      'controlToken',
      `controlToken: required because other machines can reach host ${host}`,
    )
  }
  return checked.value
}

/** The error for an invalid argument. */
export function wrong(field: string, message: string): SandboxError {
  return new SandboxError('bad_argument', message, field === '' ? {} : { field })
}
