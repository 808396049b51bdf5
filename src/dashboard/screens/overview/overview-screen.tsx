import { useComputed } from '@preact/signals'
import { isStoryLoaded, items } from '../../state/story.ts'
import { AccountCard } from './account-card.tsx'
import { BreakIt } from './break-it/break-it.tsx'
import { ClockCard } from './clock-card.tsx'
import { ConnectCard } from './connect-card.tsx'
import { Latest } from './latest.tsx'
import { LimitsCard } from './limits-card.tsx'
import { NextCall } from './next-call.tsx'

/**
 * The cards that testers watch and use most. Until the first call, instructions for one stand first. The stacks keep
 * their places; how many stand side by side depends on the width alone.
 */
export function OverviewScreen() {
  const hasCalls = useComputed(
    () => !isStoryLoaded.value || items.value.some(({ type }) => type === 'call'),
  ).value
  return (
    <div class="overview">
      <div class="stack-of-cards">
        {!hasCalls && <ConnectCard />}
        <NextCall />
        <Latest />
      </div>
      <div class="side">
        <div class="stack-of-cards">
          <BreakIt />
          <ClockCard />
        </div>
        <div class="stack-of-cards">
          <AccountCard />
          <LimitsCard />
          {hasCalls && <ConnectCard isRare />}
        </div>
      </div>
    </div>
  )
}
