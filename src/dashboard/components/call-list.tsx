import { linkTo } from '../state/route.ts'
import type { HistoryCall } from '../state/types.ts'
import { OutcomeMark } from './outcome-mark.tsx'

/** A list of calls, newest first, with links to their details. */
export function CallList({ calls }: { calls: readonly HistoryCall[] }) {
  if (calls.length === 0) {
    return <p class="hint">No calls yet. Connect a client and make a call.</p>
  }
  return (
    <ol class="calls">
      {calls.map(({ id, at, request, response, outcome, why, fault }) => (
        <li key={id}>
          <a href={linkTo({ screen: 'story', detail: id })}>
            <time>{at.slice(11, 19)}</time>
            <span class="call">
              {request.method} {request.path}
            </span>
            <OutcomeMark status={response.status} outcome={outcome} />
            <span class="why">
              {fault !== null && <span class="chip injected">injected</span>} {why}
            </span>
          </a>
        </li>
      ))}
    </ol>
  )
}
