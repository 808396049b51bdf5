import { useEffect } from 'preact/hooks'
import { notice } from '../state/notice.ts'

const VISIBLE_MS = 4_000

/** Says what became of what was done; a refusal stays until it is closed. */
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
            {said.kind === 'error' ? 'Not done: ' : ''}
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
