import { DAY_MS, rules, type Cycle, type PaidPlan } from '../../contract/rules.ts'
import type { ActionArguments } from '../../contract/actions.ts'
import type { Account } from './account.ts'
import type { FiredEvents } from '../clock/fired-events.ts'
import { refuse } from '../../contract/control/action-error.ts'
import { monthsLaterMs, toIso } from '../clock/times.ts'

/** Changes made by the billing system. Each function returns the result of its action. */

export function startTrial(account: Account, { plan, cycle }: ActionArguments<'start_trial'>) {
  const { state, now } = account
  if (state.trial_used) refuse('trial_used', 'this account has already used its trial')
  if (isSubscribed(account)) refuse('subscribed', `this account is already on ${state.plan}`)
  refuseDeclinedCard(account)
  state.plan = plan
  state.cycle = cycle ?? 'monthly'
  beginTrial(account, now + rules.trial.days * DAY_MS)
  return billingOf(account)
}

export function subscribe(account: Account, { plan, cycle }: ActionArguments<'subscribe'>) {
  const { state } = account
  if (isSubscribed(account)) {
    refuse('subscribed', `this account is already on ${state.plan}; use change_plan`)
  }
  refuseDeclinedCard(account)
  state.plan = plan
  state.cycle = cycle ?? 'monthly'
  state.trial_ends_at_ms = null
  state.canceled_at_ms = null
  state.billing_day = null
  charge(account)
  return billingOf(account)
}

export function changePlan(account: Account, { plan }: ActionArguments<'change_plan'>) {
  const { state } = account
  if (!isSubscribed(account)) {
    refuse('no_subscription', 'this account has no subscription; use subscribe')
  }
  if (state.plan === plan) refuse('same_plan', `this account is already on ${plan}`)
  refuseDeclinedCard(account)
  state.plan = plan
  return billingOf(account)
}

export function failPayment(account: Account, { when }: ActionArguments<'fail_payment'>) {
  const { state } = account
  if (!isSubscribed(account)) {
    refuse('no_subscription', 'this account has no subscription, so nothing is charged')
  }
  if (state.billing === 'past_due') {
    refuse('already_past_due', 'a payment has already failed: billing is past_due')
  }
  state.card = 'declined'
  // Nothing is charged during a trial; the charge at its end fails.
  if (state.billing === 'active' && when !== 'next_charge') state.billing = 'past_due'
  account.reschedule()
  return billingOf(account)
}

/** Errors, 403 plan_past_due: updating the card does not pay the invoice. */
export function updateCard(account: Account) {
  account.state.card = 'good'
  return billingOf(account)
}

export function settleInvoice(account: Account) {
  const { state } = account
  if (state.billing !== 'past_due') {
    refuse('no_open_invoice', `there is no open invoice: billing is ${state.billing}`)
  }
  state.billing = 'active'
  state.card = 'good'
  if (state.renews_at_ms === null) scheduleRenewal(account)
  account.reschedule()
  return billingOf(account)
}

export function cancelSubscription(account: Account) {
  const { state, now } = account
  if (!isSubscribed(account)) refuse('no_subscription', 'there is no subscription to cancel')
  state.billing = 'canceled'
  state.canceled_at_ms = now
  state.renews_at_ms = null
  state.trial_ends_at_ms = null
  account.reschedule()
  return billingOf(account)
}

/**
 * Sets a state directly. Dates that belong to it are set, others are removed. An active account
 * gets a valid card; with a declined one it would be past due at the next charge. Free is always
 * active, so an account that leaves this billing state leaves Free.
 */
export function setAccount(account: Account, args: ActionArguments<'set_account'>) {
  const { plan, billing, card = billing === 'active' ? 'good' : undefined } = args
  const { state, now } = account
  if (card !== undefined) state.card = card
  if (plan !== undefined) state.plan = plan
  if (billing !== undefined) state.billing = billing
  if (plan === 'free') state.billing = 'active'
  else if (state.billing !== 'active' && state.plan === 'free') state.plan = 'plus'
  const isPaid = state.plan !== 'free'
  if (state.billing === 'trialing') {
    beginTrial(account, state.trial_ends_at_ms ?? now + rules.trial.days * DAY_MS)
  } else state.trial_ends_at_ms = null
  state.canceled_at_ms = state.billing === 'canceled' ? now : null
  if (!isPaid || state.billing === 'canceled') state.renews_at_ms = null
  else if (state.billing === 'active' && state.renews_at_ms === null) scheduleRenewal(account)
  account.reschedule()
  return billingOf(account)
}

/** Ends the trial and charges the card, unless the choice `trial_end` says otherwise. */
export function endTrial(account: Account, fired: FiredEvents): void {
  const { state, now, choices } = account
  state.trial_ends_at_ms = null
  if (choices.trial_end !== 'active') {
    if (choices.trial_end === 'canceled') {
      state.billing = 'canceled'
      state.canceled_at_ms = now
    } else {
      state.plan = 'free'
      state.billing = 'active'
    }
    fired.add(now, 'trial_ended', { billing: state.billing, plan: state.plan })
    return
  }
  state.billing_day = null
  const amount = charge(account)
  fired.add(now, 'trial_ended', { billing: state.billing, ...amount })
  if (state.card === 'declined') fired.add(now, 'payment_failed', amount)
}

/** Ends a period and charges the card for the next. While an invoice is open, nothing more is charged. */
export function renew(account: Account, fired: FiredEvents): void {
  const { state, now } = account
  if (state.billing === 'past_due') {
    scheduleRenewal(account)
    return
  }
  const amount = charge(account)
  fired.add(now, state.card === 'good' ? 'renewed' : 'payment_failed', amount)
}

export function moveToFree(account: Account): void {
  account.state.plan = 'free'
  account.state.billing = 'active'
  account.state.canceled_at_ms = null
}

export function priceOf(plan: PaidPlan, cycle: Cycle) {
  return { amount: rules.prices[plan][cycle], currency: 'USD' as const }
}

/** Charges the card. The account becomes active until the next renewal, or past due. */
function charge(account: Account) {
  const { state } = account
  state.billing = state.card === 'good' ? 'active' : 'past_due'
  scheduleRenewal(account)
  return state.plan === 'free' ? {} : priceOf(state.plan, state.cycle)
}

function beginTrial(account: Account, endsAtMs: number): void {
  const { state } = account
  state.billing = 'trialing'
  state.trial_used = true
  state.trial_ends_at_ms = endsAtMs
  state.renews_at_ms = null
  state.canceled_at_ms = null
  account.reschedule()
}

/**
 * Schedules the renewal one cycle after the last one, or after now. A renewal on the 31st returns
 * to the 31st after a short month.
 */
export function scheduleRenewal(account: Account): void {
  const { state, now } = account
  state.billing_day ??= new Date(now).getUTCDate()
  const months = state.cycle === 'monthly' ? 1 : 12
  state.renews_at_ms = monthsLaterMs(now, months, state.billing_day)
  account.reschedule()
}

/** Checkout rejects a card that is known to be declined. */
function refuseDeclinedCard({ state }: Account): void {
  if (state.card === 'declined') {
    refuse('card_declined', 'the card on file is declined; use update_card first')
  }
}

function isSubscribed({ state }: Account): boolean {
  return state.plan !== 'free' && state.billing !== 'canceled'
}

function billingOf({ state }: Account) {
  return {
    plan: state.plan,
    billing: state.billing,
    cycle: state.cycle,
    card: state.card,
    trial_ends_at: state.trial_ends_at_ms === null ? null : toIso(state.trial_ends_at_ms),
    renews_at: state.renews_at_ms === null ? null : toIso(state.renews_at_ms),
  }
}
