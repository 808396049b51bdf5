import { useState } from 'preact/hooks'
import { ActionButton } from '../../components/action-button.tsx'
import { Code } from '../../components/code.tsx'
import { FoldingCard } from '../../components/folding-card.tsx'
import { ChoiceField } from '../../components/form/field.tsx'
import { Reasons } from '../../components/form/reasons.tsx'
import { nextStepOf, priceLabel } from '../../labels/billing.ts'
import { billingLabel, cardLabel, planLabel } from '../../../words/billing.ts'
import { accountNow } from '../../state/account-clock.ts'
import { account } from '../../state/account.ts'
import { whyNot } from '../../state/possible.ts'
import type { Account } from '../../state/types.ts'

/** Plan, payment and card, what happens next, and what can be done about it. */
export function AccountCard() {
  const view = account.value!
  const { plan, billing, card, trial_used: isTrialUsed } = view
  const main = mainOf(view)
  const trial = billing === 'trialing' ? 'runs' : isTrialUsed ? 'used' : 'not used yet'
  return (
    <FoldingCard
      id="billing"
      title="Plan and billing"
      state={
        <>
          {planLabel(plan)} {priceLabel(view)}
        </>
      }
    >
      <dl class="facts">
        <dt>Payment</dt>
        <dd title={billing}>
          <b class={`billing ${billing}`}>{billingLabel(billing, plan)}</b>
          <Code>{billing}</Code>
        </dd>
        <dt>Card</dt>
        <dd>
          <b class={`payment-card ${card}`}>{cardLabel(view)}</b>
        </dd>
        <dt>Trial</dt>
        <dd>{trial}</dd>
      </dl>
      <NextStep />
      <Reasons>
        <div class="row" role="group" aria-label="Payment and card">
          <Billing action="fail_payment" kind={main === 'fail' ? 'primary' : undefined}>
            Fail the payment
          </Billing>
          <Billing action="settle_invoice" kind={main === 'settle' ? 'primary' : undefined}>
            Settle invoice
          </Billing>
          <Billing action="fail_payment" args={{ when: 'next_charge' }}>
            Decline next charge
          </Billing>
          <Billing action="update_card">Update card</Billing>
        </div>
        <Plans isMain={main === 'plan'} />
      </Reasons>
    </FoldingCard>
  )
}

/** Returns the most probable next action of a tester. */
function mainOf({ plan, billing }: Account): 'plan' | 'settle' | 'fail' {
  if (plan === 'free' || billing === 'canceled') return 'plan'
  return billing === 'past_due' ? 'settle' : 'fail'
}

type BillingProps = {
  action: string
  args?: { plan?: string; cycle?: string; when?: string }
  kind?: 'primary' | undefined
  children: string
}

function Billing({ action, args = {}, kind, children }: BillingProps) {
  return (
    <ActionButton action={action} args={args} kind={kind} refused={whyNot(action, args)}>
      {children}
    </ActionButton>
  )
}

/** The next change of plan and payment, with a button that moves the clock there. */
function NextStep() {
  const { text, at, event } = nextStepOf(account.value!, accountNow.value)
  return (
    <div class="row next-step">
      <p>{text}</p>
      {at !== null && (
        <ActionButton action="advance_clock" args={{ to: at }} label={`Go there: ${event}`}>
          Go there
        </ActionButton>
      )}
    </div>
  )
}

const paidPlans = [
  ['plus', 'Plus'],
  ['pro', 'Pro'],
] as const

const cycles = [
  ['monthly', 'monthly'],
  ['yearly', 'yearly'],
] as const

const PAID_ALREADY = 'An active plan keeps its billing cycle. Cancel it first to change that.'

function Plans({ isMain }: { isMain: boolean }) {
  const { plan: current, billing, cycle: paid } = account.value!
  const [plan, setPlan] = useState<'plus' | 'pro'>(current === 'pro' ? 'plus' : 'pro')
  const [entered, setCycle] = useState<'monthly' | 'yearly'>('monthly')
  const isSubscribed = current !== 'free' && billing !== 'canceled'
  const cycle = isSubscribed ? paid : entered
  // A running plan keeps its cycle; any other account buys the plan.
  const [action, args] = isSubscribed
    ? (['change_plan', { plan }] as const)
    : (['subscribe', { plan, cycle }] as const)
  return (
    <>
      <div class="row plans" role="group" aria-label="Plan">
        <ChoiceField label="Plan" value={plan} options={paidPlans} onChange={setPlan} />
        <ChoiceField
          label="Paid"
          value={cycle}
          options={cycles}
          fixed={isSubscribed ? PAID_ALREADY : undefined}
          onChange={setCycle}
        />
        <Billing action={action} args={args} kind={isMain ? 'primary' : undefined}>
          Change plan
        </Billing>
        <Billing action="start_trial" args={{ plan, cycle }}>
          Start trial
        </Billing>
        <Billing action="cancel_subscription">Cancel plan</Billing>
      </div>
    </>
  )
}
