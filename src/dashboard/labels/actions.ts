import type { Account } from '../../client/account.ts'
import { aliasesOf, countOf, toNumber } from './numbers.ts'
import { outcomeLabel } from './outcomes.ts'

type ActionName = Parameters<Account['do']>[0]
type Fields = Readonly<Record<string, unknown>>

/** What an action did, as a sentence without its full stop, from its arguments and its result. */
type Sentence = (args: Fields, result: Fields) => string

const plan = (value: unknown) => (value === 'pro' ? 'Pro' : value === 'plus' ? 'Plus' : 'Free')

const sentences: { [Name in ActionName]: Sentence } = {
  advance_clock: (args, result) => `The clock moved forward${leapOf(args, result)}`,
  freeze_clock: () => 'The clock was stopped',
  resume_clock: ({ scale }) =>
    typeof scale === 'number' && scale !== 1
      ? `The clock runs ${toNumber(scale)} times as fast`
      : 'The clock runs again',
  start_trial: (args) => `A trial of ${plan(args['plan'])} began`,
  subscribe: (args) => `${plan(args['plan'])} was bought`,
  change_plan: (args) => `The plan was changed to ${plan(args['plan'])}`,
  fail_payment: (_args, { billing }) =>
    billing === 'past_due' ? 'A payment failed' : 'The card will be declined at the next charge',
  update_card: () => 'A good card was put on file',
  settle_invoice: () => 'The open invoice was paid',
  cancel_subscription: () => 'The plan was canceled',
  set_account: () => 'The account was set directly',
  rotate_key: () => 'A new API key was made; the old one stopped working',
  revoke_key: () => 'The API key was revoked',
  create_alias: ({ label }) => `An alias was created${named(label)}`,
  suspend_alias: ({ id }) => `Alias ${String(id)} was suspended`,
  resume_alias: ({ id }) => `Alias ${String(id)} was resumed`,
  delete_alias: ({ id }) => `Alias ${String(id)} was deleted`,
  configure_replies: ({ id }) => `Replies of alias ${String(id)} were set up`,
  populate_aliases: (_args, { populated }) =>
    typeof populated === 'number' ? `Added ${aliasesOf(populated)}` : 'Aliases were added',
  forward_message: ({ id, count }) => `${messages(count)} forwarded to ${String(id)}`,
  reply_message: ({ id, count }) => `${messages(count)} answered through ${String(id)}`,
  compose_message: ({ id, count }) => `${messages(count)} sent from ${String(id)}`,
  set_usage: (args) => `Limits were set: ${usage(args)}`,
  set_choices: (args) => `Another reading of the document is used: ${readings(args)}`,
  arm_fault: ({ kind }) => `“${outcomeLabel(String(kind))}” was armed`,
  clear_faults: ({ kind, id }) =>
    kind === undefined && id === undefined
      ? 'Everything armed was cleared'
      : `A fault was cleared${typeof kind === 'string' ? `: ${outcomeLabel(kind)}` : ''}`,
  load_scenario: (_args, { scenario }) => `Scenario ${String(scenario)} was loaded`,
  reset: () => 'The account was reset',
}

/** `The open invoice was paid`. Unknown actions are shown by their name. */
export function pastAction(action: string, args: unknown, result: unknown): string {
  if (!Object.hasOwn(sentences, action)) return action
  return sentences[action as ActionName](toFields(args), toFields(result))
}

/** What did not happen, for an action that was refused. */
const attempts: { [Name in ActionName]?: string } = {
  settle_invoice: 'Pay the invoice',
  fail_payment: 'Fail the payment',
  cancel_subscription: 'Cancel the plan',
}

/** `Pay the invoice`, or the words of the action's name. */
export function attemptedAction(action: string): string {
  const words = action.replaceAll('_', ' ')
  return attempts[action as ActionName] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

function toFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

function leapOf({ by, to }: Fields, { advanced_seconds: seconds }: Fields): string {
  if (typeof by === 'string') return ` by ${by}`
  if (typeof seconds === 'number') return ` by ${toNumber(seconds)} s`
  return to === undefined ? '' : ` to ${String(to)}`
}

function named(label: unknown): string {
  return typeof label === 'string' && label !== '' ? `: ${label}` : ''
}

function messages(count: unknown): string {
  const sent = typeof count === 'number' ? count : 1
  return `${countOf(sent, 'message')} ${sent === 1 ? 'was' : 'were'}`
}

/** `page size 10`, from the ids of choices. */
function readings(choices: Fields): string {
  return Object.entries(choices)
    .map(([id, value]) => `${id.replaceAll('_', ' ')} ${String(value).replaceAll('_', ' ')}`)
    .join(', ')
}

const counters: Readonly<Record<string, string>> = {
  burst: 'calls this minute',
  burst_resets_in: 'new minute in',
  daily: 'aliases today',
  forwards: 'messages this month',
  referral_bonus: 'extra messages',
}

function usage(args: Fields): string {
  return Object.entries(args)
    .map(([name, value]) => {
      const text = typeof value === 'number' ? toNumber(value) : String(value)
      return name === 'burst_resets_in'
        ? `new minute in ${typeof value === 'number' ? `${text} s` : text}`
        : `${text} ${counters[name] ?? name}`
    })
    .join(', ')
}
