import type { Account } from '../../client/account.ts'
import type { PossibleActionView } from '../../client/client.ts'
import { billingLabel, cardLabel, planLabel } from './billing.ts'
import { withFullStop } from './capitals.ts'
import { faultSentence, type FaultWords } from './faults.ts'
import { aliasesOf, countOf, toNumber } from './numbers.ts'
import { outcomeLabel } from './outcomes.ts'
import { quoted, textOf } from './texts.ts'
import { spanOf, toDay, toLongSpan } from './times.ts'

export type ActionName = Parameters<Account['do']>[0]
type Refused = NonNullable<PossibleActionView['refused']>
type Reason = NonNullable<Refused['reason']>
type Fields = Readonly<Record<string, unknown>>

/** What an action did, as a sentence without its full stop, from its arguments and its result. */
type Sentence = (args: Fields, result: Fields) => string

const sentences: { [Name in ActionName]: Sentence } = {
  advance_clock: (args, result) => `The clock moved forward${leapOf(args, result)}`,
  freeze_clock: () => 'The clock was stopped',
  resume_clock: ({ scale: requested }, { scale = requested }) =>
    typeof scale === 'number' && scale !== 1
      ? `The clock runs ${toNumber(scale)} times as fast as real time`
      : 'The clock runs again, at real speed',
  start_trial: (args, { trial_ends_at: end }) =>
    `A trial of ${planLabel(args['plan'])} began${typeof end === 'string' ? `; it ends on ${toDay(Date.parse(end))}` : ''}`,
  subscribe: ({ plan, cycle }) =>
    `${planLabel(plan)} was bought, paid ${cycle === 'yearly' ? 'yearly' : 'monthly'}`,
  change_plan: (args) => `The plan was changed to ${planLabel(args['plan'])}`,
  fail_payment: (_args, { billing }) =>
    billing === 'past_due' ? 'A payment failed' : 'The card will be declined at the next charge',
  update_card: (_args, { billing }) =>
    `A good card was put on file${billing === 'past_due' ? '; the invoice is still open' : ''}`,
  settle_invoice: () => 'The open invoice was paid',
  cancel_subscription: () => 'The plan was canceled',
  set_account: (args) => `The account was set: ${accountStates(args)}`,
  rotate_key: () => 'A new API key was made; the old one stopped working',
  revoke_key: () => 'The API key was revoked',
  create_alias: ({ label }) => `An alias was created${labeled(label)}`,
  suspend_alias: (args, result) => `${aliasName(args, result)} was suspended`,
  resume_alias: (args, result) => `${aliasName(args, result)} was resumed`,
  delete_alias: (args, result) => `${aliasName(args, result)} was deleted`,
  configure_replies: (args, result) => `Replies of ${aliasName(args, result, 'a')} were set up`,
  populate_aliases: (_args, { populated }) =>
    typeof populated === 'number' ? `Added ${aliasesOf(populated)}` : 'Aliases were added',
  forward_message: (args, result) => `${messages(args, result)} forwarded to ${aliasId(args)}`,
  reply_message: (args, result) => `${messages(args, result)} answered through ${aliasId(args)}`,
  compose_message: (args, result) => `${messages(args, result)} sent from ${aliasId(args)}`,
  set_usage: (args) => `Limits were set: ${usage(args)}`,
  set_choices: (args) => `The reading of the document was set: ${readings(args)}`,
  arm_fault: (args) => `Armed: ${faultSentence(args as FaultWords)}`,
  clear_faults: ({ kind }, { cleared }) => clearedText(kind, cleared),
  load_scenario: (args, { scenario = args['scenario'] }) =>
    scenario === 'inline' || typeof scenario !== 'string'
      ? 'A scenario of your own was loaded'
      : `Scenario ${scenario} was loaded`,
  reset: () => 'The account was reset',
}

/** `The open invoice was paid`. Unknown actions are shown by their name. */
export function pastAction(action: string, args: unknown, result: unknown): string {
  if (!Object.hasOwn(sentences, action)) return action
  return sentences[action as ActionName](toFields(args), toFields(result))
}

/** What somebody tried to do, for an action that was refused or is still to come. */
const attempts: Record<ActionName, string> = {
  advance_clock: 'Move the clock forward',
  freeze_clock: 'Stop the clock',
  resume_clock: 'Let the clock run',
  start_trial: 'Start a trial',
  subscribe: 'Buy a plan',
  change_plan: 'Change the plan',
  fail_payment: 'Fail the payment',
  update_card: 'Put a good card on file',
  settle_invoice: 'Pay the invoice',
  cancel_subscription: 'Cancel the plan',
  set_account: 'Set the account',
  rotate_key: 'Make a new API key',
  revoke_key: 'Revoke the API key',
  create_alias: 'Create an alias',
  suspend_alias: 'Suspend an alias',
  resume_alias: 'Resume an alias',
  delete_alias: 'Delete an alias',
  configure_replies: 'Set up the replies of an alias',
  populate_aliases: 'Add aliases',
  forward_message: 'Forward a message',
  reply_message: 'Answer a message',
  compose_message: 'Send a message',
  set_usage: 'Set the limits',
  set_choices: 'Use another reading of the document',
  arm_fault: 'Break something',
  clear_faults: 'Stop what is armed',
  load_scenario: 'Load a scenario',
  reset: 'Reset the account',
}

/** `Pay the invoice`. Unknown actions are shown by the words of their name. */
export function attemptedAction(action: string): string {
  if (Object.hasOwn(attempts, action)) return attempts[action as ActionName]
  const words = action.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Where the message of the control API names actions and states, which this page calls otherwise. */
const plainly: { readonly [reason in Reason]?: string } = {
  already_past_due: 'A payment has already failed.',
  card_declined: 'The card on file is declined; use “Update card” first.',
  no_open_invoice: 'There is no open invoice.',
  same_plan: 'This account is already on this plan.',
  subscribed: 'This account already has a plan.',
}

/** Why the sandbox refuses an action, as a sentence in the words of this page. */
export function refusalSentence({ reason, message }: Refused): string {
  return (reason && plainly[reason]) ?? withFullStop(message)
}

function toFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

function leapOf({ by, to }: Fields, { advanced_seconds: seconds }: Fields): string {
  if (by !== undefined) return ` by ${spanOf(by)}`
  if (typeof seconds === 'number') return ` by ${toLongSpan(seconds * 1_000)}`
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
  burst: (count) => `${countOf(count, 'call')} this minute`,
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
