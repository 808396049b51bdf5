import type { EventName } from '../contract/events.ts'
import { attemptedAction, pastAction } from './actions.ts'
import { countOf } from '../text/numbers.ts'
import { outcomeLabel } from './outcomes.ts'
import { textOf } from './quoted.ts'
import { rowOf } from './row-of.ts'

type Details = Readonly<Record<string, unknown>>

/** Describes an event afterwards, as a sentence without its full stop, and in advance. */
type EventWords = readonly [past: Sentence, coming: Sentence]
type Sentence = string | ((details: Details) => string)

/** The events on an account's clock, in words: the one table of them. */
const rows: Readonly<Record<EventName, EventWords>> = {
  burst_reset: ['A new minute began: the count of requests is back to 0', 'New minute begins'],
  daily_reset: [
    'A new day began (00:00 UTC): the count of aliases is back to 0',
    'New day begins (UTC)',
  ],
  forwards_reset: [
    'A new month began: the count of messages is back to 0',
    'New month begins (UTC)',
  ],
  trial_ended: [
    ({ billing, plan, amount }) => `The trial ended${trialEnd(billing, plan, amount)}`,
    'Trial ends',
  ],
  renewed: [({ amount }) => `The plan was renewed${charged(amount)}`, 'Plan renews'],
  payment_failed: ['The payment failed: the card was declined', 'Payment fails'],
  canceled_becomes_free: ['The canceled account moved to Free', 'Canceled account moves to Free'],
  alias_expired: [
    ({ id }) => `Alias ${String(id)} expired`,
    ({ id }) => `Alias ${String(id)} expires`,
  ],
  fault_ended: [
    ({ kind, hits }) =>
      `“${outcomeLabel(String(kind))}” ended${typeof hits === 'number' ? ` after ${countOf(hits, 'request')}` : ''}`,
    ({ kind }) => `“${outcomeLabel(String(kind))}” ends`,
  ],
  timeline: [
    ({ do: action, arguments: args, result, refused }) =>
      refused === undefined
        ? `As the scenario plans it: ${pastAction(String(action), args, result)}`
        : `The scenario could not do “${attemptedAction(String(action))}”: ${messageOf(refused)}`,
    ({ do: action }) => `The scenario: ${attemptedAction(String(action))}`,
  ],
}

/** Of a refusal, as far as the API knows. */
function messageOf(refused: unknown): string {
  return textOf((refused as { message?: unknown } | null)?.message)
}

function trialEnd(billing: unknown, plan: unknown, amount: unknown): string {
  if (billing === 'past_due') return ', and the card was declined'
  if (billing === 'canceled') return ', and the plan is canceled'
  return plan === 'free' ? ', and the account moved to Free' : charged(amount)
}

function charged(amount: unknown): string {
  return typeof amount === 'number' ? ` and $${amount} was charged` : ''
}

/** `The trial ended`. Unknown events are shown by their name. */
export function pastEvent(event: string, details: Details): string {
  return inWords(rowOf(rows, event)?.[0] ?? event, details)
}

/** `Trial ends`. */
export function comingEvent(event: string, details: Details): string {
  return inWords(rowOf(rows, event)?.[1] ?? event, details)
}

function inWords(sentence: Sentence, details: Details): string {
  return typeof sentence === 'string' ? sentence : sentence(details)
}

type FiredEvent = Readonly<{ event: string }> & Details

/** The most events that a message names. */
const MAX_SAID = 3

/** Describes the events of a clock movement as sentences without full stops; many events are counted. */
export function firedSentences(
  fired: readonly FiredEvent[],
  total: number = fired.length,
): readonly string[] {
  const news = fired.filter((each, index) => !isSaidBefore(each, fired[index - 1]))
  const said = mostTelling(news).map(({ event, ...details }) => pastEvent(event, details))
  const rest = total - (fired.length - news.length) - said.length
  return rest > 0 ? [...said, `${countOf(rest, 'other event')} happened`] : said
}

/** Events after which calls may be answered otherwise for long. */
const important: readonly string[] = [
  'trial_ended',
  'renewed',
  'payment_failed',
  'canceled_becomes_free',
  'timeline',
]

/** The events that a message names, in their order: those of plan and payment before limits. */
function mostTelling(events: readonly FiredEvent[]): readonly FiredEvent[] {
  const isImportant = ({ event }: FiredEvent) => important.includes(event)
  const chosen = [...events.filter(isImportant), ...events.filter((each) => !isImportant(each))]
  const named = new Set(chosen.slice(0, MAX_SAID))
  return events.filter((each) => named.has(each))
}

/** The end of a trial already tells that its payment failed. */
function isSaidBefore({ event }: FiredEvent, previous: FiredEvent | undefined): boolean {
  return event === 'payment_failed' && previous?.event === 'trial_ended'
}
