import type { ActionName } from '../contract/actions.ts'
import { billingLabel, cardLabel, planLabel } from './billing.ts'
import { capitalized } from './capitals.ts'
import { faultSentence, type FaultWords } from './faults.ts'
import { aliasesOf, countOf, toNumber } from '../text/numbers.ts'
import { outcomeLabel } from './outcomes.ts'
import { quoted, textOf } from './quoted.ts'
import { rowOf } from './row-of.ts'
import { spanOf, toDay, toSpan } from './times.ts'

type Fields = Readonly<Record<string, unknown>>

type Sentence = (args: Fields, result: Fields) => string

/** An action as an attempt, which was refused or is still to come; its effect, without a full stop; and a shorter form. */
type ActionWords = readonly [
  attempt: string,
  /** From the arguments and the result. */
  past: string | Sentence,
  /** In the present, for a history; "" for nothing to say. Default: `past`. */
  told?: string | ((args: Fields) => string),
]

/** `1 minute passes`, `8 days pass`. */
function passing(by: unknown): string {
  const span = spanOf(by)
  return `${span} ${/^1 \w+$/.test(span) ? 'passes' : 'pass'}`
}

/** The one table of the actions on an account, in words. */
const rows: Readonly<Record<ActionName, ActionWords>> = {
  advance_clock: [
    'Move the clock forward',
    (args, result) => `The clock moved forward${leapOf(args, result)}`,
    ({ by, to }) =>
      by === undefined
        ? `Time passes until ${to === 'utc_midnight' ? '00:00 UTC' : textOf(to)}`
        : passing(by),
  ],
  freeze_clock: ['Stop the clock', 'The clock was stopped'],
  resume_clock: [
    'Let the clock run',
    ({ scale: requested }, { scale = requested }) =>
      typeof scale === 'number' && scale !== 1
        ? `The clock runs ${toNumber(scale)} times as fast as real time`
        : 'The clock runs again, at real speed',
  ],
  start_trial: [
    'Start a trial',
    (args, { trial_ends_at: end }) =>
      `A trial of ${planLabel(args['plan'])} began${typeof end === 'string' ? `; it ends on ${toDay(Date.parse(end))}` : ''}`,
  ],
  subscribe: [
    'Buy a plan',
    ({ plan, cycle }) =>
      `${planLabel(plan)} was bought, paid ${cycle === 'yearly' ? 'yearly' : 'monthly'}`,
  ],
  change_plan: ['Change the plan', (args) => `The plan was changed to ${planLabel(args['plan'])}`],
  fail_payment: [
    'Fail the payment',
    (_args, { billing }) =>
      billing === 'past_due' ? 'A payment failed' : 'The card will be declined at the next charge',
    'A payment fails',
  ],
  update_card: [
    'Put a good card on file',
    (_args, { billing }) =>
      `A good card was put on file${billing === 'past_due' ? '; the invoice is still open' : ''}`,
  ],
  settle_invoice: ['Pay the invoice', 'The open invoice was paid', 'The invoice is settled'],
  cancel_subscription: [
    'Cancel the plan',
    'The plan was canceled',
    'The owner cancels the subscription',
  ],
  set_account: ['Set the account', (args) => `The account was set: ${accountStates(args)}`],
  rotate_key: [
    'Make a new API key',
    'A new API key was made; the old one stopped working',
    'The owner makes a new key, so the old one is no longer valid',
  ],
  revoke_key: ['Revoke the API key', 'The API key was revoked', 'The owner revokes the key'],
  create_alias: [
    'Create an alias',
    ({ label }) => `An alias was created${labeled(label)}`,
    'The owner creates an alias',
  ],
  suspend_alias: [
    'Suspend an alias',
    (args, result) => `${aliasName(args, result)} was suspended`,
    'The owner suspends an alias',
  ],
  resume_alias: ['Resume an alias', (args, result) => `${aliasName(args, result)} was resumed`],
  delete_alias: [
    'Delete an alias',
    (args, result) => `${aliasName(args, result)} was deleted`,
    'The owner deletes an alias',
  ],
  configure_replies: [
    'Set up the replies of an alias',
    (args, result) => `Replies of ${aliasName(args, result, 'a')} were set up`,
  ],
  populate_aliases: [
    'Add aliases',
    (_args, { populated }) =>
      typeof populated === 'number' ? `Added ${aliasesOf(populated)}` : 'Aliases were added',
  ],
  forward_message: [
    'Forward a message',
    (args, result) => `${messages(args, result)} forwarded to ${aliasId(args)}`,
  ],
  deliver_mail: [
    'Deliver a mail',
    ({ to }, { outcome = 'sent' }) => `A mail to ${textOf(to)} was ${textOf(outcome)}`,
  ],
  reply_message: [
    'Answer a message',
    (args, result) => `${messages(args, result)} answered through ${aliasId(args)}`,
  ],
  compose_message: [
    'Send a message',
    (args, result) => `${messages(args, result)} sent from ${aliasId(args)}`,
  ],
  set_usage: [
    'Set the limits',
    (args) => `Limits were set: ${usage(args)}`,
    ({ burst, burst_resets_in: resetsIn }) =>
      burst === undefined
        ? 'The daily cap is reached'
        : `All requests of this minute are used; it ends in ${textOf(resetsIn)}`,
  ],
  set_choices: [
    'Use another reading of the document',
    (args) => `The reading of the document was set: ${readings(args)}`,
  ],
  arm_fault: ['Break something', (args) => `Armed: ${faultSentence(args as FaultWords)}`, ''], // told with the answer that it changes
  clear_faults: ['Stop what is armed', ({ kind }, { cleared }) => clearedText(kind, cleared)],
  load_scenario: [
    'Load a scenario',
    (args, { scenario = args['scenario'] }) =>
      scenario === 'inline' || typeof scenario !== 'string'
        ? 'A scenario of your own was loaded'
        : `Scenario ${scenario} was loaded`,
  ],
  reset: ['Reset the account', 'The account was reset'],
}

/** `The open invoice was paid`. Unknown actions are shown by their name. */
export function pastAction(action: string, args: unknown, result: unknown): string {
  const [, past = action] = rowOf(rows, action) ?? []
  return typeof past === 'string' ? past : past(toFields(args), toFields(result))
}

/** `A payment fails`, for a history; "" if there is nothing to say. */
export function toldAction(action: string, args: unknown, result: unknown): string {
  const [, , told] = rowOf(rows, action) ?? []
  if (told === undefined) return pastAction(action, args, result)
  return typeof told === 'string' ? told : told(toFields(args))
}

/** `Pay the invoice`. Unknown actions are shown by the words of their name. */
export function attemptedAction(action: string): string {
  return rowOf(rows, action)?.[0] ?? capitalized(action.replaceAll('_', ' '))
}

function toFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

function leapOf({ by, to }: Fields, { advanced_seconds: seconds }: Fields): string {
  if (by !== undefined) return ` by ${spanOf(by)}`
  if (typeof seconds === 'number') return ` by ${toSpan(seconds * 1_000)}`
  return to === undefined ? '' : ` to ${textOf(to)}`
}

function accountStates({ plan, billing, card }: Fields): string {
  const said = [
    plan !== undefined && `plan ${planLabel(plan)}`,
    billing !== undefined && billingLabel(textOf(billing)).toLowerCase(),
    card !== undefined && `card ${cardWord(card, billing)}`,
  ]
  return said.filter((text) => text !== false).join(', ')
}

function cardWord(card: unknown, billing: unknown): string {
  const state = { card: card === 'good' ? 'good' : 'declined', billing } as Parameters<
    typeof cardLabel
  >[0]
  return cardLabel(state).toLowerCase()
}

/** `page size 10`, from the ids of choices. */
function readings(choices: Fields): string {
  return Object.entries(choices)
    .map(([id, value]) => `${id.replaceAll('_', ' ')} is ${String(value).replaceAll('_', ' ')}`)
    .join(', ')
}

function labeled(label: unknown): string {
  return typeof label === 'string' && label !== '' ? `: ${quoted(label)}` : ''
}

/** `Alias “shop”`, or its id where the label is not known. */
function aliasName(args: Fields, result: Fields, first = 'A'): string {
  const { label } = toFields(result['alias'])
  const name = typeof label === 'string' && label !== '' ? quoted(label) : aliasId(args)
  return `${first}lias ${name}`
}

function aliasId({ id }: Fields): string {
  return String(id)
}

/** `2 messages were`, and how many more were not allowed. */
function messages({ count = 1 }: Fields, { forwarded, sent = forwarded, refused }: Fields): string {
  const done = Number(sent ?? count)
  const rest = typeof refused === 'number' && refused > 0 ? ` of ${toNumber(done + refused)}` : ''
  const noun = done === 1 && rest === '' ? 'message was' : 'messages were'
  return `${toNumber(done)}${rest} ${noun}`
}

/** `1 alias today` of each counter. */
const counters: Readonly<Record<string, (count: number) => string>> = {
  burst: (count) => `${countOf(count, 'request')} this minute`,
  daily: (count) => `${aliasesOf(count)} today`,
  forwards: (count) => `${countOf(count, 'message')} this month`,
  referral_bonus: (count) => `${countOf(count, 'extra message')} a month`,
}

function usage(args: Fields): string {
  return Object.entries(args)
    .map(([name, value]) =>
      name === 'burst_resets_in'
        ? `a new minute begins in ${spanOf(value)}`
        : (counters[name]?.(Number(value)) ?? name),
    )
    .join(', ')
}

function clearedText(kind: unknown, cleared: unknown): string {
  if (cleared === 0) return 'Nothing was armed, so nothing was stopped'
  if (typeof kind === 'string') return `Every armed “${outcomeLabel(kind)}” was stopped`
  if (typeof cleared !== 'number') return 'What was armed was stopped'
  return `${countOf(cleared, 'armed fault')} ${cleared === 1 ? 'was' : 'were'} stopped`
}
