import { limits } from '../limits.ts'
import * as v from 'valibot'
import { billings, cards, cycles, keyStatuses, plans } from '../rules.ts'
import {
  strictObject,
  list,
  expecting,
  oneOf,
  looseObject,
  pattern,
  string,
  boolean,
  integer,
} from '../values/fields.ts'
import { unknownName } from '../values/invalid-choice.ts'
import { actionsAtCalls, checkArguments, scale, timedActions, type ActionName } from '../actions.ts'
import { aliasSeeds } from './alias-seed.ts'
import type { Choices } from '../choices/choices.ts'
import { choicesSchema } from '../choices/choices-schema.ts'
import { addIssues, check, type Check, type ValidationIssue } from '../values/validation-issue.ts'
import { expectStep, unknownCodes } from './expect.ts'
import { impossibleStart } from './impossible.ts'
import { faultSpec } from '../faults.ts'
import { operations } from '../operations.ts'
import { populateSpec } from './sample-data.ts'
import { burstResetsIn, instant, isRelative, moment } from '../values/times.ts'
import { scenarioDepth } from '../values/value-limits.ts'
import { waitKinds } from '../waits.ts'
import { isObject } from '../../text/json-values.ts'

/** The scenario format: how an account starts, what goes wrong, and what a client sees then. */

const limit = v.union(
  [v.literal('off'), integer(0, 1_000_000)],
  expecting('an integer from 0 to 1000000 or "off"'),
)

const afterStart = expecting('a time after the start such as +90s')

/** The number of the call that a step comes before, from 1. */
export const atCall = integer(1, 1_000_000)
/** The calls that count for it. */
export const callsThatCount = oneOf([...operations, 'any'])

type AnyStep = { do: ActionName } & Record<string, unknown>

/** The arguments of a step's action. The operation of a fault is one, too. */
export function argumentsOfStep({ do: action, ...step }: AnyStep): Record<string, unknown> {
  if (!('at_call' in step)) {
    const { at: _at, ...args } = step
    return args
  }
  const { at_call: _atCall, operation, ...args } = step
  return action === 'arm_fault' && operation !== undefined ? { ...args, operation } : args
}

/** A field that says when a step happens, beside others that do not fit it. */
function misplacedIn(step: AnyStep): ValidationIssue | undefined {
  if ('at_call' in step) {
    return 'at' in step ? { path: [], message: 'must not contain both at and at_call' } : undefined
  }
  if (!('operation' in step) || step.do === 'arm_fault') return undefined
  return { path: ['operation'], message: 'requires at_call: it says which requests count' }
}

function checkStep<Step extends AnyStep>() {
  return v.rawCheck<Step>(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const misplaced = misplacedIn(dataset.value)
    if (misplaced) return addIssues(addIssue, dataset.value, [misplaced])
    const checked = checkArguments(dataset.value.do, argumentsOfStep(dataset.value))
    if (!checked.ok) addIssues(addIssue, dataset.value, checked.issues)
  })
}

/** A step of the timeline: an action with its arguments, at a time after the start. */
export const timedStep = v.pipe(
  looseObject({
    at: v.pipe(
      v.string(afterStart),
      v.check((at) => isRelative(at) && at.startsWith('+'), afterStart),
    ),
    do: oneOf(timedActions, 'an action of a timeline'),
  }),
  checkStep(),
)

/**
 * A step right before a call: an action with its arguments. With an operation only its calls count; a fault
 * with an operation counts the calls that it is for.
 */
export const stepAtCall = v.pipe(
  looseObject({
    at_call: atCall,
    operation: v.optional(callsThatCount),
    do: oneOf(actionsAtCalls, 'an action of a timeline'),
  }),
  checkStep(),
)

export type StepAtCall = v.InferOutput<typeof stepAtCall>

export const timelineStep = v.lazy((step) => (isAtCall(step) ? stepAtCall : timedStep))

/** With nothing but an operation, it is the call that is missing. */
function isAtCall(step: unknown): boolean {
  if (typeof step !== 'object' || step === null) return false
  return 'at_call' in step || ('operation' in step && !('at' in step))
}

const accountEntries = {
  plan: v.optional(oneOf(plans)),
  billing: v.optional(oneOf(billings)),
  cycle: v.optional(oneOf(cycles)),
  key: v.optional(oneOf(keyStatuses)),
  card: v.optional(oneOf(cards)),
  trial_used: v.optional(boolean()),
  trial_ends_at: v.optional(moment),
  renews_at: v.optional(moment),
}

/** Plan and billing of the account. Dates that belong to another billing state are rejected. */
const accountSeed = v.pipe(
  strictObject(accountEntries),
  v.rawCheck(({ dataset, addIssue: addTo }) => {
    if (!dataset.typed) return
    const { plan, billing, trial_ends_at: trialEnd, renews_at: renewal } = dataset.value
    const issues: ValidationIssue[] = []
    const addIssue = (field: string, message: string) => issues.push({ path: [field], message })
    if (trialEnd !== undefined && billing !== undefined && billing !== 'trialing') {
      addIssue('trial_ends_at', `requires billing trialing (got ${billing})`)
    }
    const isRenewed = plan !== 'free' && billing !== 'trialing' && billing !== 'canceled'
    if (renewal !== undefined && !isRenewed) {
      addIssue('renews_at', 'requires a paid plan with billing active or past_due')
    }
    addIssues(addTo, dataset.value, issues)
  }),
)

/** The alphabet and length of alias ids. */
export const drawnIds = strictObject({
  alphabet: pattern(/^[a-z0-9]{1,36}$/, '1 to 36 characters from a-z and 0-9'),
  length: integer(1, 64),
})

/** State of the random generator for alias ids. */
export const draws = v.pipe(
  list(integer(-(2 ** 31), 2 ** 31 - 1), 4),
  v.length(4, 'must have 4 items'),
  v.check(
    (numbers) => numbers.some((number) => number !== 0),
    'must contain a number other than 0',
  ),
)

const usageEntries = {
  burst: v.optional(integer(0, 1_000_000)),
  burst_resets_in: v.optional(burstResetsIn),
  daily: v.optional(integer(0, 1_000_000)),
  forwards: v.optional(integer(0, 1_000_000)),
  referral_bonus: v.optional(integer(0, 100)),
}

const clockEntries = {
  now: v.optional(instant),
  mode: v.optional(oneOf(['running', 'frozen'])),
  scale: v.optional(scale),
}

const parts = { account: accountEntries, usage: usageEntries, clock: clockEntries }

export const scenarioEntries = {
  title: v.optional(string(200)),
  summary: v.optional(string(2_000)),
  account: v.optional(accountSeed),
  usage: v.optional(strictObject(usageEntries)),
  limits: v.optional(strictObject({ burst: v.optional(limit), daily: v.optional(limit) })),
  ids: v.optional(drawnIds),
  /** Draws the same alias ids under every seed; as in the state of an account. */
  draws: v.optional(draws),
  clock: v.optional(strictObject(clockEntries)),
  aliases: v.optional(aliasSeeds),
  populate: v.optional(populateSpec),
  faults: v.optional(list(faultSpec, limits.faults.value)),
  timeline: v.optional(list(timelineStep, limits.steps.value)),
  /** The waits that answers ask for: as documented, or 1 to 3 seconds. */
  waits: v.optional(oneOf(waitKinds)),
  choices: v.optional(choicesSchema),
  expect: v.optional(list(expectStep, limits.steps.value)),
}

/** The part of a scenario that has a field which stands beside it by mistake. */
function partWith(field: string): string | undefined {
  return Object.keys(parts).find((part) => Object.hasOwn(parts[part as keyof typeof parts], field))
}

export const scenarioSchema = v.pipe(
  strictObject(scenarioEntries, partWith),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const { faults, timeline, expect = [] } = dataset.value
    const unknown = unknownCodes(expect, [faults, timeline]).map((issue) =>
      within(['expect'], issue),
    )
    addIssues(addIssue, dataset.value, [...impossibleStart(dataset.value), ...unknown])
  }),
)

/** A checked scenario. */
export type Scenario = Omit<v.InferOutput<typeof scenarioSchema>, 'choices'> & {
  choices?: Partial<Choices>
}

/** A scenario as it is written, without the fields that `ScenarioInput` narrows. */
export type WrittenScenario = Omit<
  v.InferInput<typeof scenarioSchema>,
  'choices' | 'faults' | 'timeline' | 'expect'
>

/** A scenario with its name. */
export type NamedScenario = { name: string; scenario: Scenario }

function within(path: ValidationIssue['path'], issue: ValidationIssue): ValidationIssue {
  return { ...issue, path: [...path, ...issue.path] }
}

export function checkScenario(args: unknown): Check<Scenario> {
  return check(scenarioSchema, args, scenarioDepth) as Check<Scenario>
}

/** Names of scenarios and accounts, which are part of keys and paths. */
export const NAME = /^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,99})$/
/** The pattern `NAME` in words. */
export const NAME_FORMAT =
  '1 to 100 characters from A-Z, a-z, 0-9, dash and underscore, starting with a letter or digit'

/**
 * Names that the sandbox generates for accounts, such as `plus__1`. Scenario names must not end so, and
 * the suffix of a key has no underscore: no key can request such a name.
 */
export const GENERATED_NAME = /__\d+$/

/** Merges scenarios key by key, later ones over earlier ones; a list replaces the whole list. */
export function mergeScenarios(...scenarios: readonly Scenario[]): Scenario {
  return scenarios.reduce<Scenario>((merged, next) => mergeObjects(merged, next), {})
}

/**
 * Merges scenarios and validates the result: parts that are valid alone can contradict each other, such
 * as a trial and the plan free.
 */
export function mergeChecked(...scenarios: readonly Scenario[]): Check<Scenario> {
  const [first, ...others] = scenarios
  if (first && others.length === 0) return { ok: true, value: first }
  return checkScenario(mergeScenarios(...scenarios))
}

function mergeObjects(under: object | undefined, over: object): object {
  const merged: Record<string, unknown> = { ...under }
  for (const [key, value] of Object.entries(over)) {
    // An object in one scenario is one in each, or left out; but `populate` can be a number.
    merged[key] = isObject(value) ? mergeObjects(merged[key] as object | undefined, value) : value
  }
  return merged
}

/** The message for a scenario name that does not exist. */
export function unknownScenario(name: string, names: readonly string[]): string {
  return unknownName('scenario', name, names)
}
