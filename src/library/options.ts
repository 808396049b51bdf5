import * as v from 'valibot'
import { scale } from '../contract/actions.ts'
import { check, toField, formatIssues } from '../contract/values/validation-issue.ts'
import { defaults } from '../contract/defaults.ts'
import { boolean, expecting, list, oneOf, strictObject, string } from '../contract/values/fields.ts'
import { choicesSchema } from '../contract/choices/choices-schema.ts'
import { instant, type Instant } from '../contract/values/times.ts'
import { SandboxError } from '../client/error.ts'
import { waitKinds, type Waits } from '../contract/waits.ts'
import { settingsEntries, type SettingsInput } from '../contract/settings.ts'
import { isLoopback } from '../text/host.ts'
import type { ScenarioInput } from '../client/inputs.ts'
import type { Written } from '../client/written.ts'

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
  /** The time at which the accounts' clocks start: an ISO 8601 time, epoch seconds or a Date. Default: now. */
  now?: Instant | Date
  /** Whether the clocks stand still until they are advanced. Default: false. */
  frozen?: boolean
  /** How many times as fast as real time the clocks run. Default: 1. */
  scale?: number
  /** How long answers ask to wait: as in the document, or 1 to 3 seconds. Default: `documented`. */
  waits?: Waits
  /** The readings of the API document where it is silent. */
  choices?: Partial<Written['Choices']>
  /** Whether mail is received over SMTP, on a free port: the same as `smtpPort: 0`. Default: false. */
  smtp?: boolean
} & SettingsInput

const scenario = v.union(
  [string(1_000), v.record(v.string(), v.unknown())],
  expecting('the name of a scenario, a file, or a scenario'),
)

const entries = {
  scenario: v.optional(
    v.union(
      [list(scenario, 100), scenario],
      expecting('the name of a scenario, a file, a scenario, or a list of these'),
    ),
    defaults.scenario,
  ),
  scenariosDir: v.optional(string(4_096)),
  now: v.optional(
    v.union(
      [
        v.pipe(
          v.date(),
          v.transform((date) => date.toISOString()),
        ),
        instant,
      ],
      expecting('a time such as 2026-03-01T12:00:00Z, epoch seconds (not milliseconds) or a Date'),
    ),
  ),
  frozen: v.optional(boolean()),
  scale: v.optional(scale),
  waits: v.optional(oneOf(waitKinds)),
  choices: v.optional(choicesSchema),
  smtp: v.optional(boolean(), false),
  ...settingsEntries,
} satisfies Record<keyof SandboxOptions, v.GenericSchema>

const schema = strictObject(entries)

/** @internal */
export type CheckedOptions = v.InferOutput<typeof schema>

/**
 * `without` are options that the function does not have.
 * @throws SandboxError `bad_argument` that names the option, and the nearest valid one for a typo. @internal
 */
export function checkOptions(
  input: unknown,
  without: readonly (keyof SandboxOptions)[] = [],
): CheckedOptions {
  const isLeft = ([name]: [string, unknown]) => !without.some((each) => each === name)
  const allowed = Object.fromEntries(Object.entries(entries).filter(isLeft)) as typeof entries
  const checked = check(without.length === 0 ? schema : strictObject(allowed), input)
  if (!checked.ok) {
    throw wrong(toField(checked.issues[0].path), formatIssues(checked.issues, 'options'))
  }
  const { host, controlToken } = checked.value
  if (host !== undefined && !isLoopback(host) && controlToken === undefined) {
    throw wrong(
      'controlToken',
      `controlToken is required with host ${host}, which other machines can reach`,
    )
  }
  return checked.value
}

/** The error for an invalid argument. */
export function wrong(field: string, message: string): SandboxError {
  return new SandboxError('bad_argument', message, field === '' ? {} : { field })
}

/** Refuses options of {@link startSandbox} that another function does not have. @throws SandboxError `bad_argument` */
export function refuseOptions(
  given: object,
  names: readonly (keyof SandboxOptions)[],
  of: string,
): void {
  for (const name of names) {
    if ((Object(given) as SandboxOptions)[name] === undefined) continue
    throw wrong(name, `${name}: not an option of ${of}; use startSandbox`)
  }
}
