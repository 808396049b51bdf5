import { AccountCard } from './account-card.tsx'
import { BreakIt } from './break-it/break-it.tsx'
import { ConnectCard } from './connect-card.tsx'
import { Latest } from './latest.tsx'
import { LimitsCard } from './limits-card.tsx'
import { OutcomeMark } from '../../components/outcome-mark.tsx'
import { operationLabel } from '../../../words/operations.ts'
import { account } from '../../state/account.ts'

/**
 * The response to the next call, the limits, plan and billing, the connection, faults and what happened
 * last. The stacks keep their places; how many stand side by side depends on the width alone.
 */
export function OverviewScreen() {
  return (
    <div class="overview">
      <div class="side">
        <div class="stack-of-cards">
          <NextCall />
          <LimitsCard />
        </div>
        <div class="stack-of-cards">
          <Latest />
        </div>
      </div>
      <div class="side">
        <div class="stack-of-cards">
          <BreakIt />
        </div>
        <div class="stack-of-cards">
          <AccountCard />
          <ConnectCard />
        </div>
      </div>
    </div>
  )
}

/** What the next call of each operation gets, and why, before anybody makes it. */
function NextCall() {
  const { next_call: next } = account.value!
  return (
    <section class="card next" aria-labelledby="next-call">
      <h2 id="next-call">Response to the next call</h2>
      <dl>
        {(['create', 'list'] as const).map((operation) => {
          const { status, outcome, why } = next[operation]
          return (
            <div key={operation}>
              <dt>{operationLabel(operation)}</dt>
              <dd>
                <OutcomeMark status={status} outcome={outcome} />
                <p>{why}</p>
              </dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}
