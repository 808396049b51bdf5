import { useState } from 'preact/hooks'
import { ActionButton } from '../../components/action-button.tsx'
import { toDistance } from '../../labels/times.ts'
import { accountNow } from '../../state/account-clock.ts'
import { account } from '../../state/account.ts'
import { perform } from '../../state/perform.ts'

const billingWords: Record<string, string> = {
  active: 'paid',
  trialing: 'in trial',
  past_due: 'past due: a payment failed',
  canceled: 'canceled',
}

/** Plan and billing, with the actions of the service's own dashboard and a failed payment. */
export function BillingCard() {
  const { plan, billing, cycle, price, renews_at: renews, trial_ends_at: trial } = account.value!
  const [requested, setRequested] = useState<'plus' | 'pro'>('pro')
  const next = trial ?? renews
  return (
    <section class="card" aria-labelledby="billing">
      <h2 id="billing">Plan and billing</h2>
      <p>
        <b class="plan">{plan}</b>, {billingWords[billing] ?? billing}
        {price !== null && ` · $${price.amount} ${cycle}`}
        {next !== null && (
          <>
            <br />
            <small>
              {trial === null ? 'renews' : 'trial ends'}{' '}
              {toDistance(Date.parse(next) - accountNow.value)}
            </small>
          </>
        )}
      </p>
      <div class="row">
        <ActionButton action="fail_payment">Fail the payment</ActionButton>
        <ActionButton action="update_card">Update card</ActionButton>
        <ActionButton action="settle_invoice">Settle invoice</ActionButton>
        <ActionButton action="cancel_subscription">Cancel plan</ActionButton>
      </div>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault()
          void buy(plan, billing, requested)
        }}
      >
        <label class="field inline">
          <span>Plan</span>
          <select
            value={requested}
            onChange={({ currentTarget }) => setRequested(currentTarget.value as 'plus' | 'pro')}
          >
            <option value="plus">Plus</option>
            <option value="pro">Pro</option>
          </select>
        </label>
        <button type="submit">Change plan</button>
        <ActionButton action="start_trial" args={{ plan: requested, cycle: 'monthly' }}>
          Start trial
        </ActionButton>
      </form>
    </section>
  )
}

/** Changes the plan of a paying account; any other account subscribes. */
function buy(plan: string, billing: string, requested: string): Promise<unknown> {
  const isPaying = plan !== 'free' && billing !== 'canceled'
  return isPaying
    ? perform('change_plan', { plan: requested })
    : perform('subscribe', { plan: requested, cycle: 'monthly' })
}
