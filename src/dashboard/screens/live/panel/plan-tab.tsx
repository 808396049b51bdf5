import { useState } from 'preact/hooks'
import { cardLabel } from '../../../../words/billing.ts'
import { ActionButton } from '../../../components/action-button.tsx'
import { Facts } from '../../../components/facts.tsx'
import { ChoiceField } from '../../../components/form/field.tsx'
import { ToldLine } from '../../../components/told-line.tsx'
import { useRefusals, type Refusals } from '../../../components/use-refusals.ts'
import { nextStepOf, priceLabel } from '../../../labels/billing.ts'
import { accountNow } from '../../../state/account-clock.ts'
import { account } from '../../../state/store.ts'

const PLACE = 'plan'

/** Plan, payment and card, what happens next, and what can be done about it. */
export function PlanTab() {
  const view = account.value!
  const { text, at, event } = nextStepOf(view, accountNow.value)
  const whyNot = useRefusals(view)
  return (
    <>
      <Facts of={{ Price: priceLabel(view) || 'nothing', Card: cardLabel(view) }} />
      <p class="row spread">
        <span>{text}</span>
        {at !== null && (
          <ActionButton
            place={PLACE}
            action="advance_clock"
            args={{ to: at }}
            label={`Go there: ${event}`}
          >
            Go there
          </ActionButton>
        )}
      </p>
      <div class="presets" role="group" aria-label="Payment">
        {payments.map(([label, action, args]) => (
          <ActionButton
            key={label}
            place={PLACE}
            action={action}
            args={args}
            refused={whyNot(action)}
          >
            {label}
          </ActionButton>
        ))}
      </div>
      <ToldLine place={PLACE} />
      <Plans whyNot={whyNot} />
    </>
  )
}

const payments = [
  ['Fail the payment', 'fail_payment', {}],
  ['Settle the invoice', 'settle_invoice', {}],
  ['Decline next charge', 'fail_payment', { when: 'next_charge' }],
  ['Update the card', 'update_card', {}],
  ['Cancel the plan', 'cancel_subscription', {}],
] as const

const paidPlans = [
  ['plus', 'Plus'],
  ['pro', 'Pro'],
] as const

const cycles = [
  ['monthly', 'monthly'],
  ['yearly', 'yearly'],
] as const

const PAID_ALREADY = 'An active plan keeps its billing cycle. Cancel it first to change that.'

/** Buys or changes a plan, or starts a trial of one. */
function Plans({ whyNot }: { whyNot: Refusals }) {
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
    <details>
      <summary>Another plan …</summary>
      <div class="row">
        <ChoiceField label="Plan" value={plan} options={paidPlans} onChange={setPlan} />
        <ChoiceField
          label="Paid"
          value={cycle}
          options={cycles}
          fixed={isSubscribed ? PAID_ALREADY : undefined}
          onChange={setCycle}
        />
      </div>
      <div class="row">
        <ActionButton place={PLACE} action={action} args={args} refused={whyNot(action, plan)}>
          {isSubscribed ? 'Change the plan' : 'Buy the plan'}
        </ActionButton>
        <ActionButton
          place={PLACE}
          action="start_trial"
          args={{ plan, cycle }}
          refused={whyNot('start_trial', plan)}
        >
          Start a trial
        </ActionButton>
      </div>
    </details>
  )
}
