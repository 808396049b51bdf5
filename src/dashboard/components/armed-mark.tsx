import { toNumber } from '../../text/numbers.ts'
import { go } from '../state/route.ts'
import { openPanel } from '../state/open-tab.ts'
import { account } from '../state/store.ts'

/** The number of armed faults, on every screen; leads to them. */
export function ArmedMark() {
  const count = account.value?.faults.length ?? 0
  if (count === 0) return null
  const show = () => {
    go({ screen: 'live' })
    openPanel('break')
  }
  return (
    <button type="button" class="chip made-up" onClick={show}>
      {toNumber(count)} armed
    </button>
  )
}
