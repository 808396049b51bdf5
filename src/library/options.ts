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
 * How a sandbox is started; everything may be left out.
 *
 * @example
 * const options = { scenario: ['pro', { usage: { daily: 199 } }], seed: 42, frozen: true }
 */
export type SandboxOptions = {
  /**
   * How the default account starts: the name of a shipped scenario, a file, a scenario of your own, or
   * several, of which later ones win key by key. Default: `plus`.
   */
  scenario?: string | ScenarioInput | readonly (string | ScenarioInput)[]
  /** A folder of more scenarios. */
  scenariosDir?: string
  /** Seed of all that is drawn: same seed, same ids. Default: 1. */
  seed?: number
  /** Where the clocks of accounts start: an ISO time, epoch seconds or a Date. Default: now. */
  now?: Instant | Date
  /** Do clocks stand still until they are advanced? Default: no. */
  frozen?: boolean
  /** Clocks run so many times as fast as real time. Default: 1. */
  scale?: number
  /** What is done where the API document is silent. */
  choices?: Partial<Choices>
  /** The file that everything is kept in; what it holds wins over `scenario`. Default: in memory. */
  db?: string
  /** Key of the default account. Default: a random one. */
  apiKey?: string
  /** Default: a free one. */
  port?: number
  /** Address to listen on; one that other machines reach needs a `controlToken`. Default: loopback. */
  host?: string
  /** Other names that clients may call the sandbox by. */
  allowedHosts?: readonly string[]
  /** What the control API asks for as a bearer token: 22 ASCII characters or more, without spaces. Default: nothing. */
  controlToken?: string
  /** Is the dashboard served at `/_sandbox/`? Default: yes. */
  ui?: boolean
  /** The origin whose web pages may call `/v1`, such as `http://localhost:5173`. */
  corsOrigin?: string
  /** Adds `x-alias-sandbox` to answers of `/v1`, which the real service does not send. */
  exposeHeaders?: boolean
  /** Most accounts at a time. Default: 10,000. */
  maxAccounts?: number
  /** How many calls the journal of an account holds. Default: 1,000. */
  maxRequests?: number
}

const isOrigin = (input: string) => URL.canParse(input) && new URL(input).origin === input

const scenario = v.union(
  [string(1_000), v.record(v.string(), v.unknown())],
  (issue) =>
    `${formatValue(issue.input)} is neither the name of a scenario, nor a file, nor a scenario`,
)

const schema = strictObject({
  scenario: v.optional(
    v.union([list(scenario, 100), scenario], 'is not a scenario, nor a list of them'),
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
        `${formatValue(issue.input)} is not a time such as 2026-03-01T12:00:00Z, epoch seconds (not milliseconds) or a Date`,
    ),
  ),
  frozen: v.optional(boolean()),
  scale: v.optional(scale),
  choices: v.optional(choicesSchema),
  db: v.optional(v.pipe(string(4_096), v.minLength(1, 'is empty'))),
  apiKey: v.optional(apiKeyField),
  port: v.optional(integer(0, 65_535)),
  host: v.optional(
    v.pipe(
      pattern(/^\S{1,255}$/, 'an address such as 127.0.0.1'),
      v.transform((host) => host.replace(/^\[(.*)\]$/, '$1')), // as URLs write IPv6
    ),
  ),
  allowedHosts: v.optional(list(string(255), 100)),
  controlToken: v.optional(
    v.pipe(
      v.string('is not a text'),
      v.rawCheck(({ dataset, addIssue }) => {
        const message = dataset.typed ? controlTokenProblem(dataset.value) : undefined
        if (message !== undefined) addIssue({ message })
      }),
    ),
  ),
  corsOrigin: v.optional(
    v.pipe(string(1_000), v.check(isOrigin, 'is not an origin such as http://localhost:5173')),
  ),
  ui: v.optional(boolean()),
  exposeHeaders: v.optional(boolean()),
  maxAccounts: v.optional(integer(1, 1_000_000)),
  maxRequests: v.optional(integer(1, 100_000)),
} satisfies Record<keyof SandboxOptions, v.GenericSchema>)

export type CheckedOptions = v.InferOutput<typeof schema>

/** @throws SandboxError `bad_argument`, naming the option and the nearest that there is. */
export function checkOptions(input: unknown): CheckedOptions {
  const checked = check(schema, input)
  if (!checked.ok) {
    const field = toField(checked.issues[0].path)
    const sentences = checked.issues.map(formatIssue).join('; ')
    throw wrong(field, field === '' ? `options: ${sentences}` : sentences)
  }
  const { host, controlToken } = checked.value
  if (host !== undefined && !isLoopback(host) && controlToken === undefined) {
    throw wrong(
      'controlToken',
      `controlToken: is needed with host ${host}, which other machines can reach`,
    )
  }
  return checked.value
}

/** An argument that is wrong, by its name. */
export function wrong(field: string, message: string): SandboxError {
  return new SandboxError('bad_argument', message, field === '' ? {} : { field })
}
