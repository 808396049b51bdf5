import { useState } from 'preact/hooks'
import { ActionButton } from '../../components/action-button.tsx'
import { ChoiceField } from '../../components/form/field.tsx'
import { Reasons } from '../../components/form/reasons.tsx'
import { nextStepOf, priceLabel } from '../../labels/billing.ts'
import { billingLabel, cardLabel, planLabel } from '../../../words/billing.ts'
import { accountNow } from '../../state/account-clock.ts'
import { account } from '../../state/account.ts'
import { whyNot } from '../../state/possible.ts'

/** Plan, payment and card, what happens next, and what can be done about it. */
export function AccountCard() {
  const view = account.value!
  const { plan, billing, card, trial_used: isTrialUsed } = view
  return (
    <section class="card" aria-labelledby="billing">
      <h2 id="billing">Plan and billing</h2>
      <dl class="pairs">
        <dt>Plan</dt>
        <dd>
          <b>{planLabel(plan)}</b> {priceLabel(view)}
        </dd>
        <dt>Payment</dt>
        <dd>
          <b class={`billing ${billing}`}>{billingLabel(billing, plan)}</b>{' '}
          <small class="identifier">{billing}</small>
        </dd>
        <dt>Card</dt>
        <dd>
          <b class={`payment-card ${card}`}>{cardLabel(view)}</b>
        </dd>
        <dt>Trial</dt>
        <dd>{billing === 'trialing' ? 'Runs' : isTrialUsed ? 'Used' : 'Not used yet'}</dd>
      </dl>
      <NextStep />
      <Reasons>
        <div class="row" role="group" aria-label="Payment and card">
          <Billing action="fail_payment">Fail the payment</Billing>
          <Billing action="settle_invoice">Settle invoice</Billing>
          <Billing action="update_card">Update card</Billing>
          <ActionButton
            action="fail_payment"
            args={{ when: 'next_charge' }}
            refused={whyNot('fail_payment')}
          >
            Decline next charge
          </ActionButton>
        </div>
        <Plans />
      </Reasons>
    </section>
  )
}

function Billing({ action, children }: { action: string; children: string }) {
  return (
    <ActionButton action={action} refused={whyNot(action)}>
      {children}
    </ActionButton>
  )
}

/** What happens next to plan and payment, with a button that moves the clock there. */
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

const PAID_ALREADY = 'A plan that runs stays paid as it is. Cancel it first to buy it otherwise.'

function Plans() {
  const { plan: current, billing, cycle: paid } = account.value!
  const [plan, setPlan] = useState<'plus' | 'pro'>(current === 'pro' ? 'plus' : 'pro')
  const [entered, setCycle] = useState<'monthly' | 'yearly'>('monthly')
  const isSubscribed = current !== 'free' && billing !== 'canceled'
  const cycle = isSubscribed ? paid : entered
  // A running plan keeps its cycle; any other account buys the plan.
  const [action, args] = isSubscribed ? ['change_plan', { plan }] : ['subscribe', { plan, cycle }]
  return (
    <>
      <div class="row plans">
        <ChoiceField label="Plan" value={plan} options={paidPlans} onChange={setPlan} />
        <ChoiceField
          label="Paid"
          value={cycle}
          options={cycles}
          fixed={isSubscribed ? PAID_ALREADY : undefined}
          onChange={setCycle}
        />
      </div>
      <div class="row" role="group" aria-label="Plan">
        <ActionButton action={action} args={args} refused={whyNot(action, { plan })}>
          Change plan
        </ActionButton>
        <ActionButton
          action="start_trial"
          args={{ plan, cycle }}
          refused={whyNot('start_trial', { plan })}
        >
          Start trial
        </ActionButton>
        <Billing action="cancel_subscription">Cancel plan</Billing>
      </div>
    </>
  )
}
