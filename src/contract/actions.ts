import * as v from 'valibot'
import { cards, cycles, paidPlans, plans, billings } from './rules.ts'
import {
  strictObject,
  expecting,
  oneOf,
  plainValue,
  record,
  string,
  boolean,
  integer,
} from './values/fields.ts'
import { impossibleIn } from './scenario/impossible.ts'
import { populateArguments } from './scenario/sample-data.ts'
import { unknownName } from './values/invalid-choice.ts'
import { someChoices } from './choices/choices-schema.ts'
import { faultKinds, faultSpec } from './faults.ts'
import { mailContent, mailEnvelope } from './values/mail-fields.ts'
import { burstResetsIn, destination, duration, instant, moment } from './values/times.ts'
import { addIssues, check, type Check } from './values/validation-issue.ts'

/** A row of the table of actions: everything that can change an account outside `/v1`. */
type ActionRow = {
  group: 'clock' | 'billing' | 'key' | 'aliases' | 'mail' | 'usage' | 'choices' | 'faults' | 'whole'
  summary: string
  arguments: v.GenericSchema<unknown, object>
  /** The section of the document; only for actions that the real service has too. */
  source?: string
}

export const localPart = /^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/

const id = string(64)
const count = v.optional(integer(1, 1_000_000))
const plan = oneOf(paidPlans)
const cycle = v.optional(oneOf(cycles))
const usage = v.optional(integer(0, 1_000_000))

const notScale = expecting('a number from 0.001 to 1000000')
/** Speed of a clock, as a multiple of real time. */
export const scale = v.pipe(
  v.number(notScale),
  v.minValue(0.001, notScale),
  v.maxValue(1_000_000, notScale),
)

/** Requires one to `max` of these arguments. */
function someOf<Args extends object>(names: readonly (keyof Args & string)[], max: number) {
  const quantity = max === 1 ? 'exactly one' : 'at least one'
  return v.check<Args, string>(
    (args) => {
      const present = names.filter((name) => Object.hasOwn(args, name)).length
      return present >= 1 && present <= max
    },
    `must contain ${quantity} of ${names.join(', ')}`,
  )
}

/** Fields of an alias that the dashboard or a scenario creates; times may be relative to the account's clock. */
export const aliasSeedEntries = {
  label: v.optional(string()),
  note: v.optional(string()),
  source: v.optional(string()),
  category: v.optional(string()),
  single_use: v.optional(boolean()),
  expires_at: v.optional(v.nullable(moment)),
}

export const actions = {
  advance_clock: {
    group: 'clock',
    summary:
      'Move the clock forward, by a duration or to an instant. Events on the way happen in order. With waited, the client has waited for it: the etiquette judges it as time that passed, and an instant in the past moves nothing.',
    arguments: v.pipe(
      strictObject({
        by: v.optional(duration),
        to: v.optional(destination),
        waited: v.optional(boolean()),
      }),
      someOf(['by', 'to'], 1),
    ),
  },
  freeze_clock: {
    group: 'clock',
    summary: 'Stop the clock, now or at a later instant.',
    arguments: strictObject({ at: v.optional(instant) }),
  },
  resume_clock: {
    group: 'clock',
    summary: 'Let the clock run again from its current time, scale times as fast as real time.',
    arguments: strictObject({ scale: v.optional(scale) }),
  },
  start_trial: {
    group: 'billing',
    summary: 'Start the 7-day trial. Each account has only one.',
    arguments: strictObject({ plan, cycle }),
    source: 'What the service does, Plans',
  },
  subscribe: {
    group: 'billing',
    summary: 'Buy a plan. The card is charged at once.',
    arguments: strictObject({ plan, cycle }),
    source: 'What the service does, Plans',
  },
  change_plan: {
    group: 'billing',
    summary: 'Switch between Plus and Pro.',
    arguments: strictObject({ plan }),
    source: 'What the service does, Plans',
  },
  fail_payment: {
    group: 'billing',
    summary: 'Make the current charge fail (past due at once); in a trial, the next charge.',
    arguments: strictObject({ when: v.optional(oneOf(['now', 'next_charge'])) }),
    source: 'Errors, 403 plan_past_due',
  },
  update_card: {
    group: 'billing',
    summary: 'Replace the card with one that works. This does not settle an open invoice.',
    arguments: strictObject({}),
    source: 'Errors, 403 plan_past_due',
  },
  settle_invoice: {
    group: 'billing',
    summary: 'Pay the open invoice, which restores API access.',
    arguments: strictObject({}),
    source: 'Errors, 403 plan_past_due',
  },
  cancel_subscription: {
    group: 'billing',
    summary: 'Cancel the subscription at once.',
    arguments: strictObject({}),
    source: 'Errors, 403 plan_canceled',
  },
  set_account: {
    group: 'billing',
    summary:
      'Set the plan, billing state or card directly. Billing active implies a good card unless card is set; plan free implies billing active.',
    arguments: v.pipe(
      strictObject({
        plan: v.optional(oneOf(plans)),
        billing: v.optional(oneOf(billings)),
        card: v.optional(oneOf(cards)),
      }),
      someOf(['plan', 'billing', 'card'], 3),
      v.rawCheck(({ dataset, addIssue }) => {
        if (dataset.typed) addIssues(addIssue, dataset.value, impossibleIn(dataset.value))
      }),
    ),
  },
  rotate_key: {
    group: 'key',
    summary: 'Generate a new key. The old key stops working at once.',
    arguments: strictObject({}),
    source: 'Authentication, 3',
  },
  revoke_key: {
    group: 'key',
    summary: 'Revoke the key at once.',
    arguments: strictObject({}),
    source: 'Authentication, 3',
  },
  create_alias: {
    group: 'aliases',
    summary:
      'Create an alias as the dashboard of the service does, without counting toward any API limit.',
    arguments: strictObject(aliasSeedEntries),
    source: 'What the service does',
  },
  suspend_alias: {
    group: 'aliases',
    summary: 'Suspend an active alias.',
    arguments: strictObject({ id, reason: v.optional(string(1_000)) }),
    source: 'States and transitions, suspend',
  },
  resume_alias: {
    group: 'aliases',
    summary: 'Resume a suspended alias.',
    arguments: strictObject({ id }),
    source: 'States and transitions, resume',
  },
  delete_alias: {
    group: 'aliases',
    summary: 'Delete an alias permanently.',
    arguments: strictObject({ id }),
    source: 'States and transitions, delete',
  },
  configure_replies: {
    group: 'aliases',
    summary: 'Configure replies: the alias then has the field replies_enabled.',
    arguments: strictObject({
      id,
      value: v.optional(plainValue),
    }),
    source: 'Alias, replies_enabled',
  },
  populate_aliases: {
    group: 'aliases',
    summary:
      'Add many sample aliases in one of four languages. The same locale and seed give the same texts.',
    arguments: populateArguments,
  },
  forward_message: {
    group: 'mail',
    summary:
      'Deliver messages to an alias. They count toward the month, and burn a single-use alias.',
    arguments: strictObject({ id, count }),
    source: 'Limits, Account forwarding limits',
  },
  deliver_mail: {
    group: 'mail',
    summary:
      'Deliver one mail to an address. It is forwarded to the inbox, or the result says what its sender heard.',
    arguments: strictObject({ ...mailEnvelope, ...mailContent }),
    source: 'Limits, Account forwarding limits',
  },
  reply_message: {
    group: 'mail',
    summary: 'Reply through an alias. Replies count toward the month.',
    arguments: strictObject({ id, count }),
    source: 'Limits, Replies and composed messages',
  },
  compose_message: {
    group: 'mail',
    summary: 'Send a new message from an alias. It counts toward the month.',
    arguments: strictObject({ id, count }),
    source: 'Limits, Replies and composed messages',
  },
  set_usage: {
    group: 'usage',
    summary: 'Set how much of each limit has been used.',
    arguments: v.pipe(
      strictObject({
        burst: usage,
        burst_resets_in: v.optional(burstResetsIn),
        daily: usage,
        forwards: usage,
        referral_bonus: v.optional(integer(0, 100)),
      }),
      someOf(['burst', 'burst_resets_in', 'daily', 'forwards', 'referral_bonus'], 5),
    ),
  },
  set_choices: {
    group: 'choices',
    summary:
      'Change what this account does from now on where the API document is silent, by the ids of choices.',
    arguments: someChoices,
  },
  arm_fault: {
    group: 'faults',
    summary: 'Arm a fault for a number of requests, or for a time on the account’s clock.',
    arguments: faultSpec,
  },
  clear_faults: {
    group: 'faults',
    summary: 'Clear one fault by id, all faults of a kind, or all faults.',
    arguments: v.pipe(
      strictObject({ id: v.optional(string(40)), kind: v.optional(oneOf(faultKinds)) }),
      v.check(
        (args) => args.id === undefined || args.kind === undefined,
        'must not contain both id and kind',
      ),
    ),
  },
  load_scenario: {
    group: 'whole',
    summary:
      'Load a scenario into the account, by name or as an object. The account keeps its name and key.',
    arguments: strictObject({
      scenario: v.union([string(200), record()], expecting('the name of a scenario or an object')),
    }),
  },
  reset: {
    group: 'whole',
    summary: 'Return the account to its initial state. Its first key is valid again.',
    arguments: strictObject({}),
  },
} as const satisfies Record<string, ActionRow>

export type ActionName = keyof typeof actions
export type ActionArguments<Name extends ActionName> = v.InferOutput<
  (typeof actions)[Name]['arguments']
>
/** The arguments as they are written, before they are checked. */
export type WrittenArguments<Name extends ActionName> = v.InferInput<
  (typeof actions)[Name]['arguments']
>

export const actionNames = Object.keys(actions) as ActionName[]

/** Steps of a timeline cannot replace the account to which they belong. */
export const actionsAtCalls = actionNames.filter((name) => actions[name].group !== 'whole')
/** The actions that a scenario can do at a time: they cannot move the clock that brings them about. */
export const timedActions = actionsAtCalls.filter((name) => actions[name].group !== 'clock')

/** A row, typed as any row: code that handles all actions needs no narrower type. */
export function actionRow(name: ActionName): ActionRow {
  return actions[name]
}

export function isActionName(name: string): name is ActionName {
  return Object.hasOwn(actions, name)
}

/** The message for an action name that does not exist. */
export function unknownAction(name: string): string {
  return unknownName('action', name, actionNames)
}

export function checkArguments(name: ActionName, args: unknown): Check<object> {
  return check(actionRow(name).arguments, args)
}
