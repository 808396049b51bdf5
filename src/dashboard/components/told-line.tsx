import { countOf } from '../../text/numbers.ts'
import { entries } from '../state/history.ts'
import { undo } from '../state/perform.ts'
import { route } from '../state/route.ts'
import { account } from '../state/store.ts'
import { told, type WayBack } from '../state/told.ts'
import { usePress } from './use-press.ts'

/** What came of the last press at a place, with a button to undo it; neither stands once something else was done. */
export function ToldLine({ place }: { place: string }) {
  const said = told.value
  const last = account.value?.last_action?.id ?? null
  const isHere =
    said?.place === place &&
    said.account === route.value.account &&
    (said.undo === undefined || said.undo.after === last)
  const back = isHere ? said.undo : undefined
  const { isBusy, press } = usePress((way: WayBack) => undo(place, way.to, way.said))
  return (
    <p class={isHere ? `told ${said.isFailure ? 'failed' : 'done'}` : 'told'}>
      <span role={isHere && said.isFailure ? 'alert' : 'status'}>{isHere && said.text}</span>
      {back && (
        <button type="button" class="quiet" disabled={isBusy} onClick={() => press(back)}>
          {back.to.startsWith('undo_') ? 'Bring it back' : `Undo${alsoUndone(back.to)}`}
        </button>
      )}
    </p>
  )
}

/** The requests since an action, which an undo of it takes back, too. */
function alsoUndone(action: string): string {
  const at = entries.value.findIndex(({ id }) => id === action)
  const count = entries.value.slice(0, Math.max(0, at)).filter(({ type }) => type === 'call').length
  return count === 0 ? '' : `, and ${countOf(count, 'request')} since`
}
