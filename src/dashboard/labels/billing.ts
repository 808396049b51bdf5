import type { AccountView } from '../../contract/control/control-shapes.ts'
import { toNumber } from '../../text/numbers.ts'
import { toDistance, toMoment } from '../../words/times.ts'
import { capitalized } from '../../words/capitals.ts'

/** `$2 a month`; "" on Free. */
export function priceLabel({ price, cycle }: Pick<AccountView, 'price' | 'cycle'>): string {
  return price === null
    ? ''
    : `$${toNumber(price.amount)} a ${cycle === 'yearly' ? 'year' : 'month'}`
}

/** The next change of plan and payment, and its time, if it is known. */
export type NextStep = Readonly<{ text: string; at: string | null; event: string }>

/** Describes the future of the plan if nobody does anything. */
export function nextStepOf(account: AccountView, now: number): NextStep {
  const { billing, plan, trial_ends_at: trialEnd, renews_at: renewal } = account
  if (billing === 'past_due') {
    return { text: 'Requests are refused until the invoice is settled.', at: null, event: '' }
  }
  if (billing === 'canceled') return afterCancellation(account, now)
  if (plan === 'free') return { text: 'Nothing is charged on Free.', at: null, event: '' }
  if (billing === 'trialing' && trialEnd !== null) {
    const text = `${when(trialEnd, now)} the trial ends${afterTrial(account)}`
    return { text, at: trialEnd, event: 'the trial ends' }
  }
  if (renewal === null) return { text: 'Nothing is charged.', at: null, event: '' }
  const text = `${when(renewal, now)} the plan renews and ${charge(account)}`
  return { text, at: renewal, event: 'the plan renews' }
}

function afterCancellation({ next_events: events }: AccountView, now: number): NextStep {
  const end = events.find(({ event }) => event === 'canceled_becomes_free')
  if (!end) return { text: 'Requests are refused until a plan is bought.', at: null, event: '' }
  const text = `Requests are refused. ${when(end.at, now)} the account moves to Free.`
  return { text, at: end.at, event: 'the account moves to Free' }
}

/** Describes the end of the trial under the choice `trial_end`. */
function afterTrial(account: AccountView): string {
  const end = account.choices['trial_end']
  if (end === 'canceled') return ', and the plan is canceled.'
  if (end === 'free') return ', and the account moves to Free.'
  return ` and ${charge(account)}`
}

function charge({ price, card }: AccountView): string {
  const charged = `$${toNumber(price?.amount ?? 0)} is charged`
  return card === 'good'
    ? `${charged}.`
    : `${charged}; the card will be declined, so the payment will fail.`
}

/** `In 6 days (2026-03-08)`, `In 59 min (14:05:00 UTC)`, or `Now`. */
function when(at: string, now: number): string {
  const left = Date.parse(at) - now
  if (left < 1_000) return 'Now'
  const distance = toDistance(left)
  return `${capitalized(distance)} (${toMoment(Date.parse(at), now)})`
}
