import { useEffect } from 'preact/hooks'
import { notice } from '../state/notice.ts'

const VISIBLE_MS = 4_000

/** Shows the result of the last action; an error stays until it is closed. */
export function NoticeBar() {
  const said = notice.value
  useEffect(() => {
    if (said?.kind !== 'done') return undefined
    const timer = setTimeout(() => {
      if (notice.value === said) notice.value = null
    }, VISIBLE_MS)
    return () => clearTimeout(timer)
  }, [said])
  return (
    <div class="notices" role={said?.kind === 'error' ? 'alert' : 'status'}>
      {said && (
        <div class={`notice ${said.kind}`}>
          <span>
            {said.kind === 'error' ? 'Failed: ' : ''}
            {said.text}
          </span>
          <button type="button" onClick={() => (notice.value = null)}>
            Close
          </button>
        </div>
      )}
    </div>
  )
}
