import { AccountCard } from './account-card.tsx'
import { BreakIt } from './break-it/break-it.tsx'
import { ConnectCard } from './connect-card.tsx'
import { Latest } from './latest.tsx'
import { LimitsCard } from './limits-card.tsx'
import { NextCall } from './next-call.tsx'

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
