import * as v from 'valibot'
import { inputBounds } from './bounds.ts'
import { billings, cards, cycles, keyStatuses, plans } from './rules.ts'
import {
  strictObject,
  list,
  invalidChoice,
  oneOf,
  looseObject,
  pattern,
  record,
  formatValue,
  string,
  boolean,
  integer,
} from './fields.ts'
import { checkArguments, scale, timelineActions } from './actions.ts'
import { aliasSeeds } from './alias-seed.ts'
import { checkChoices, type Choices } from './choices.ts'
import { addIssues, check, type Checked, type ValidationIssue } from './validation-issue.ts'
import { expectStep } from './expect.ts'
import { faultSpec } from './faults.ts'
import { populateSpec } from './sample-data.ts'
import { burstResetsIn, instant, isRelative, moment } from './times.ts'
import { scenarioLimits } from './value-limits.ts'

/** The scenario format: how an account starts, what goes wrong, and what a client then sees. */

const limit = v.union(
  [v.literal('off'), integer(0, 1_000_000)],
  (issue) => `${formatValue(issue.input)} is neither a whole number from 0 to 1000000 nor off`,
)

/** A step of the timeline: an action with its arguments, at a time after the start. */
export const timelineStep = v.pipe(
  looseObject({
    at: v.pipe(
      v.string((issue) => `${formatValue(issue.input)} is not a time after the start such as +90s`),
      v.check(
        (at) => isRelative(at) && at.startsWith('+'),
        'is not a time after the start such as +90s',
      ),
    ),
    do: oneOf(timelineActions),
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const { at: _at, do: action, ...args } = dataset.value
    const checked = checkArguments(action, args)
    if (!checked.ok) addIssues(addIssue, dataset.value, checked.issues)
  }),
)

/** Choices by id. */
export const choicesSchema = v.pipe(
  record(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const checked = checkChoices(dataset.value)
    if (checked.ok) return checked.value
    addIssues(addIssue, dataset.value, checked.issues)
    return NEVER
  }),
)

/** What the account is; dates that belong to another billing state are refused. */
const accountSeed = v.pipe(
  strictObject({
    plan: v.optional(oneOf(plans)),
    billing: v.optional(oneOf(billings)),
    cycle: v.optional(oneOf(cycles)),
    key: v.optional(oneOf(keyStatuses)),
    card: v.optional(oneOf(cards)),
    trial_used: v.optional(boolean()),
    trial_ends_at: v.optional(moment),
    renews_at: v.optional(moment),
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const { plan, billing, trial_ends_at: trialEnd, renews_at: renewal } = dataset.value
    const issues: ValidationIssue[] = []
    const complain = (field: string, message: string) => issues.push({ path: [field], message })
    if (plan === 'free' && billing === 'trialing')
      complain('billing', 'a trial is one of plus or pro')
    if (trialEnd !== undefined && billing !== undefined && billing !== 'trialing') {
      complain('trial_ends_at', `needs billing trialing, not ${billing}`)
    }
    const isRenewed = plan !== 'free' && billing !== 'trialing' && billing !== 'canceled'
    if (renewal !== undefined && !isRenewed) {
      complain('renews_at', 'needs a paid plan that is active or past_due')
    }
    addIssues(addIssue, dataset.value, issues)
  }),
)

/** What the ids of aliases are drawn from. */
export const drawnIds = strictObject({
  alphabet: pattern(/^[a-z0-9]{1,36}$/, '1 to 36 characters of a-z and 0-9'),
  length: integer(1, 64),
})

export const scenarioEntries = {
  title: v.optional(string(200)),
  summary: v.optional(string(2_000)),
  account: v.optional(accountSeed),
  usage: v.optional(
    strictObject({
      burst: v.optional(integer(0, 1_000_000)),
      burst_resets_in: v.optional(burstResetsIn),
      daily: v.optional(integer(0, 1_000_000)),
      forwards: v.optional(integer(0, 1_000_000)),
      referral_bonus: v.optional(integer(0, 100)),
    }),
  ),
  limits: v.optional(strictObject({ burst: v.optional(limit), daily: v.optional(limit) })),
  ids: v.optional(drawnIds),
  clock: v.optional(
    strictObject({
      now: v.optional(instant),
      mode: v.optional(oneOf(['running', 'frozen'])),
      scale: v.optional(scale),
    }),
  ),
  aliases: v.optional(aliasSeeds),
  populate: v.optional(populateSpec),
  faults: v.optional(list(faultSpec, inputBounds.scenarioFaults.max)),
  timeline: v.optional(list(timelineStep, inputBounds.timelineSteps.max)),
  choices: v.optional(choicesSchema),
  expect: v.optional(list(expectStep, inputBounds.expectSteps.max)),
}

export const scenarioSchema = strictObject(scenarioEntries)

/** A checked scenario. */
export type Scenario = Omit<v.InferOutput<typeof scenarioSchema>, 'choices'> & {
  choices?: Partial<Choices>
}

/** A scenario and what it is called. */
export type NamedScenario = { name: string; scenario: Scenario }

/** Checks a scenario given as data. */
export function checkScenario(args: unknown): Checked<Scenario> {
  return check(scenarioSchema, args, scenarioLimits) as Checked<Scenario>
}

/** Names that scenarios and accounts can have; both stand in keys and in paths. */
export const NAME = /^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,99})$/

/**
 * The names that the sandbox gives to accounts, such as `plus__1`. No scenario is called so, and the
 * suffix of a self-made key holds no underscore: no such key ever asks for one of these names.
 */
export const GENERATED_NAME = /__\d+$/

/** Later scenarios win key by key; lists and plain values are replaced whole. */
export function mergeScenarios(...scenarios: readonly Scenario[]): Scenario {
  return scenarios.reduce<Scenario>((merged, next) => mergeObjects(merged, next), {})
}

/**
 * Merges scenarios and validates the result as one: parts that are valid alone can contradict each
 * other, such as a trial and the plan free.
 */
export function mergeChecked(...scenarios: readonly Scenario[]): Checked<Scenario> {
  const [first, ...others] = scenarios
  if (first && others.length === 0) return { ok: true, value: first }
  return checkScenario(mergeScenarios(...scenarios))
}

function mergeObjects(under: object | undefined, over: object): object {
  const merged: Record<string, unknown> = { ...under }
  for (const [key, value] of Object.entries(over)) {
    // What is an object in one scenario is one in each, or left out; but `populate` can be a number.
    merged[key] = isPlain(value) ? mergeObjects(merged[key] as object | undefined, value) : value
  }
  return merged
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Says that two scenario names are not alike, with the nearest. */
export function unknownScenario(name: string, names: readonly string[]): string {
  return invalidChoice(name, names)
}
