import { route } from '../../state/route.ts'
import { account } from '../../state/store.ts'
import { OpenEntry } from './entry/open-entry.tsx'
import { FilterBar } from './history/filter-bar.tsx'
import { HistoryList } from './history/history-list.tsx'
import { Panel } from './panel/panel.tsx'
import { Strip } from './strip.tsx'
import { isWide } from './wide.ts'

/** The state of the account, its history, and the actions on it. */
export function LiveScreen() {
  const { detail } = route.value
  const isBeside = detail !== null && isWide.value
  return (
    <div class={isBeside ? 'live-screen has-open' : 'live-screen'}>
      {account.value && <Strip account={account.value} />}
      <section class="history" aria-label="History">
        <FilterBar />
        <HistoryList />
      </section>
      {isBeside && <OpenEntry id={detail} />}
      {account.value && <Panel />}
    </div>
  )
}
