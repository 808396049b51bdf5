import type { billings, Plan } from '../contract/rules.ts'
import { rowOf } from './row-of.ts'

type Billing = (typeof billings)[number]

const planLabels: Readonly<Record<Plan, string>> = { free: 'Free', plus: 'Plus', pro: 'Pro' }

export function planLabel(plan: unknown): string {
  return rowOf(planLabels, plan) ?? String(plan)
}

const billingLabels: Readonly<Record<Billing, string>> = {
  active: 'Paid',
  trialing: 'In trial',
  past_due: 'Payment failed',
  canceled: 'Canceled',
}

/** Returns the label of a billing state; Free is not paid. */
export function billingLabel(billing: string, plan?: string): string {
  if (plan === 'free' && billing === 'active') return 'Nothing to pay'
  return rowOf(billingLabels, billing) ?? billing
}

type CardState = Readonly<{ card: string; billing: string }>

/** `Good`, `Will be declined` at the next charge, or `Declined` by the last one. */
export function cardLabel({ card, billing }: CardState): string {
  if (card === 'good') return 'Good'
  return billing === 'past_due' ? 'Declined' : 'Will be declined'
}
