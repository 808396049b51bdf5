import { operations, type Operation } from '../../../contract/operations.ts'
import { toNumber } from '../../../text/numbers.ts'
import { billingLabel, planLabel } from '../../../words/billing.ts'
import { outcomeLabel } from '../../../words/outcomes.ts'
import { toTime } from '../../../words/times.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { ToldLine } from '../../components/told-line.tsx'
import { ToneMark } from '../../components/tone-mark.tsx'
import { statusLabel, toneOfStatus, type Tone } from '../../labels/tones.ts'
import type { Account } from '../../service/types.ts'
import { accountNow } from '../../state/account-clock.ts'
import { openPanel, type PanelTab } from '../../state/open-tab.ts'
import { Armed } from './armed.tsx'

type StripProps = { account: Account }

const nextLabels = { create: 'Next creation', list: 'Next list' } as const

/** The answers to the next requests with their reasons, and the state of the account. */
export function Strip({ account }: StripProps) {
  return (
    <section class="strip" aria-label="Now">
      {operations.map((operation) => (
        <Next key={operation} account={account} operation={operation} />
      ))}
      <dl class="now">
        <Fact name="Plan" tab="plan" next={<NextPayment account={account} />}>
          {planLabel(account.plan)} · {billingLabel(account.billing, account.plan)}
        </Fact>
        <Fact name="Limits" tab="limits">
          {usedOf(account.usage.burst)} a minute · {usedOf(account.usage.daily)} a day
        </Fact>
        <Fact name="Clock" tab="clock">
          <time>{toTime(accountNow.value)}</time> {paceOf(account.clock)}
        </Fact>
      </dl>
      <ToldLine place="strip" />
      <Armed faults={account.faults} next={account.next_call} />
    </section>
  )
}

type NextProps = StripProps & { operation: Operation }

/** The answer that the next request of an operation gets, before anybody sends it. */
function Next({ account, operation }: NextProps) {
  const { status, outcome, why, retry_after: wait } = account.next_call[operation]
  const tone = toneOfNext(account, operation)
  return (
    <dl class="next">
      <dt>{nextLabels[operation]}</dt>
      <dd class={tone}>
        <ToneMark tone={tone} /> <b>{statusLabel(status)}</b> {outcomeLabel(outcome)}
        {wait !== undefined && `, Retry-After ${wait}`}
      </dd>
      <dd class="hint" title={why}>
        {why}
      </dd>
    </dl>
  )
}

/** An answer that an armed fault makes up. */
function toneOfNext({ next_call: next, faults }: Account, operation: Operation): Tone {
  const { status, outcome } = next[operation]
  const isMadeUp = faults.some(({ kind }) => kind === outcome)
  return isMadeUp ? 'made-up' : toneOfStatus(status)
}

/** The actions on a payment that a tester needs most, at one press; the rest is in the tab. */
function NextPayment({ account: { plan, billing } }: StripProps) {
  if (billing === 'past_due')
    return (
      <ActionButton place="strip" action="settle_invoice">
        Settle the invoice
      </ActionButton>
    )
  if (plan === 'free' || billing !== 'active') return null
  return (
    <ActionButton place="strip" action="fail_payment">
      Fail the payment
    </ActionButton>
  )
}

type FactProps = {
  name: string
  tab: PanelTab
  /** A button for what is done most. */
  next?: preact.ComponentChildren
  children: preact.ComponentChildren
}

/** A fact that leads to the tab where it is changed. */
function Fact({ name, tab, next, children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <button type="button" class="link" onClick={() => openPanel(tab)}>
          {children}
        </button>{' '}
        {next}
      </dd>
    </div>
  )
}

function usedOf({ used, limit }: { used: number; limit: number | null }): string {
  return limit === null ? 'no limit' : `${toNumber(used)} of ${toNumber(limit)}`
}

function paceOf({ mode, scale }: Account['clock']): string {
  if (mode === 'frozen') return 'stopped'
  return scale === 1 ? 'UTC' : `× ${toNumber(scale)}`
}
