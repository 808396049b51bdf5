import * as v from 'valibot'
import { billings, cycles, keyStatuses, plans } from './rules.ts'
import { closed, list, notOneOf, oneOf, pattern, shown, text, truth, whole } from './fields.ts'
import {
  aliasSeedEntries,
  checkArguments,
  isActionName,
  localPart,
  MOST_ALIASES,
  scale,
  timelineActions,
  actionNames,
} from './actions.ts'
import { checkChoices, type Choices } from './choices.ts'
import { faultSpec } from './faults.ts'
import { duration, instant, moment, RELATIVE } from './times.ts'
import { check, type Checked, type Complaint } from './complaint.ts'

/** The scenario format: how an account starts, what goes wrong, and what a client then sees. */

const limit = v.union(
  [v.literal('off'), whole(0, 1_000_000)],
  (issue) => `${shown(issue.input)} is neither a whole number from 0 to 1000000 nor off`,
)

/** An alias that is there from the start. */
const aliasSeed = v.pipe(
  closed({
    id: v.optional(
      pattern(localPart, 'an id of 1 to 64 characters of a-z, 0-9, dot, dash and underscore'),
    ),
    status: v.optional(oneOf(['active', 'suspended'])),
    created_at: v.optional(moment),
    forward_count: v.optional(whole(0, 1_000_000_000)),
    ...aliasSeedEntries,
    replies_enabled: v.optional(v.union([v.boolean(), v.string(), v.number()])),
    suspended_reason: v.optional(text(1_000)),
  }),
  v.check(
    (seed) => seed.suspended_reason === undefined || seed.status === 'suspended',
    'has a suspended_reason but its status is not suspended',
  ),
)
export type AliasSeed = v.InferOutput<typeof aliasSeed>

/** A step of the timeline: an action with its arguments, at a time after the start. */
export const timelineStep = v.pipe(
  v.looseObject({
    at: v.pipe(
      v.string((issue) => `${shown(issue.input)} is not a time after the start such as +90s`),
      v.check(
        (at) => RELATIVE.test(at) && at.startsWith('+'),
        'is not a time after the start such as +90s',
      ),
    ),
    do: oneOf(timelineActions),
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const { at: _at, do: action, ...given } = dataset.value
    addComplaints(addIssue, dataset.value, checkArguments(action, given))
  }),
)
export type TimelineStep = v.InferOutput<typeof timelineStep>

/** What stands for something that an earlier answer held. */
const placeholders = ['{id}', '{next_cursor}']

/** What is called, and what a client must see. */
export const callStep = closed({
  /**
   * Method and path with query. `{next_cursor}` stands for that of the last page, `{id}` for the alias
   * that was created or listed first in the last answer that had one; likewise in `body` and in the
   * arguments of a `do`.
   */
  call: v.pipe(
    pattern(/^[A-Z]{1,20} \/\S*$/, 'a method and a path such as POST /v1/aliases'),
    v.check(
      (call) => (call.match(/\{[^}]*\}?/g) ?? []).every((mark) => placeholders.includes(mark)),
      `holds a placeholder that is not one of ${placeholders.join(', ')}`,
    ),
  ),
  /** Sent as JSON; a text is sent as it stands. */
  body: v.optional(v.unknown()),
  /** Another key than the account's: `{first_key}` is the one that it started with. */
  key: v.optional(text(200)),
  /** How often in a row; each must answer so. */
  times: v.optional(whole(1, 10_000)),
  status: whole(100, 599),
  code: v.optional(text(60)),
  retry_after: v.optional(
    v.union(
      [v.literal('absent'), whole(1, 86_400)],
      (issue) => `${shown(issue.input)} is neither a number of seconds nor absent`,
    ),
  ),
  /** How many aliases the page holds. */
  aliases: v.optional(whole(0, 100)),
  has_more: v.optional(truth()),
  /** Fields that the created alias, or the first of the page, must have. */
  alias: v.optional(v.record(v.string(), v.unknown())),
})
export type CallStep = v.InferOutput<typeof callStep>

const doStep = v.pipe(
  v.looseObject({ do: oneOf(actionNames), status: v.optional(whole(200, 499)) }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const { do: action, status: _status, ...given } = dataset.value
    if (!isActionName(action)) return
    addComplaints(addIssue, dataset.value, checkArguments(action, given))
  }),
)
export type DoStep = v.InferOutput<typeof doStep>
export type ExpectStep = CallStep | DoStep

export const expectStep = v.lazy((step) =>
  typeof step === 'object' && step !== null && 'do' in step ? doStep : callStep,
)

/** Choices by id. */
export const choicesSchema = v.pipe(
  v.record(v.string(), v.unknown(), (issue) => `${shown(issue.input)} is not an object`),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const checked = checkChoices(dataset.value)
    if (checked.ok) return checked.value
    addComplaints(addIssue, dataset.value, checked)
    return NEVER
  }),
)

export const scenarioEntries = {
  title: v.optional(text(200)),
  summary: v.optional(text(2_000)),
  account: v.optional(
    closed({
      plan: v.optional(oneOf(plans)),
      billing: v.optional(oneOf(billings)),
      cycle: v.optional(oneOf(cycles)),
      key: v.optional(oneOf(keyStatuses)),
      card: v.optional(oneOf(['good', 'declined'])),
      trial_used: v.optional(truth()),
      trial_ends_at: v.optional(moment),
      renews_at: v.optional(moment),
    }),
  ),
  usage: v.optional(
    closed({
      burst: v.optional(whole(0, 1_000_000)),
      burst_resets_in: v.optional(duration),
      daily: v.optional(whole(0, 1_000_000)),
      forwards: v.optional(whole(0, 1_000_000)),
      referral_bonus: v.optional(whole(0, 100)),
    }),
  ),
  limits: v.optional(closed({ burst: v.optional(limit), daily: v.optional(limit) })),
  ids: v.optional(
    closed({
      alphabet: pattern(/^[a-z0-9]{1,36}$/, '1 to 36 characters of a-z and 0-9'),
      length: whole(1, 64),
    }),
  ),
  clock: v.optional(
    closed({
      now: v.optional(instant),
      mode: v.optional(oneOf(['running', 'frozen'])),
      scale: v.optional(scale),
    }),
  ),
  aliases: v.optional(list(aliasSeed, 100_000)),
  populate: v.optional(whole(0, MOST_ALIASES)),
  faults: v.optional(list(faultSpec, 1_000)),
  timeline: v.optional(list(timelineStep, 1_000)),
  choices: v.optional(choicesSchema),
  expect: v.optional(list(expectStep, 10_000)),
}

export const scenarioSchema = closed(scenarioEntries)

/** A checked scenario. */
export type Scenario = Omit<v.InferOutput<typeof scenarioSchema>, 'choices'> & {
  choices?: Partial<Choices>
}

/** A scenario and what it is called. */
export type NamedScenario = { name: string; scenario: Scenario }

/** Checks a scenario given as data. */
export function checkScenario(given: unknown): Checked<Scenario> {
  return check(scenarioSchema, given) as Checked<Scenario>
}

/** Names that scenarios and accounts can have; both stand in keys and in paths. */
export const NAME = /^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,99})$/

/** Later scenarios win key by key; lists and plain values are replaced whole. */
export function mergeScenarios(...scenarios: readonly Scenario[]): Scenario {
  return scenarios.reduce<Scenario>((merged, next) => mergeObjects(merged, next) as Scenario, {})
}

function mergeObjects(under: object, over: object): object {
  const merged: Record<string, unknown> = { ...under }
  for (const [key, value] of Object.entries(over)) {
    const below = merged[key]
    merged[key] = isPlain(below) && isPlain(value) ? mergeObjects(below, value) : value
  }
  return merged
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Says that two scenario names are not alike, with the nearest. */
export function unknownScenario(name: string, names: readonly string[]): string {
  return notOneOf(name, names)
}

type AddIssue = (issue: {
  message: string
  path?: [v.ObjectPathItem, ...v.ObjectPathItem[]]
}) => void

/** Complaints of a nested check, at the place where they belong. */
function addComplaints(addIssue: AddIssue, input: object, checked: Checked<unknown>): void {
  if (checked.ok) return
  for (const complaint of checked.complaints) addIssue(toIssue(input, complaint))
}

function toIssue(input: object, complaint: Complaint) {
  const path = complaint.path.map((key): v.ObjectPathItem => ({
    type: 'object',
    origin: 'value',
    input: input as Record<string, unknown>,
    key: String(key),
    value: undefined,
  }))
  const [first, ...rest] = path
  return first
    ? {
        message: complaint.message,
        path: [first, ...rest] as [v.ObjectPathItem, ...v.ObjectPathItem[]],
      }
    : { message: complaint.message }
}
