import { mailReasons } from '../../../words/mail-reasons.ts'
import { linkTo } from '../../state/route.ts'
import type { HistoryItem } from '../../state/types.ts'

/** A mail that was not forwarded, as the history has it. */
export type Failed = Extract<HistoryItem, { type: 'action' }> & {
  arguments: { to: string }
  result: { outcome: string; reason: keyof typeof mailReasons; smtp: string }
}

/** The mails that did not arrive, the last one first, with the reason. */
export function Undelivered({ failed }: { failed: readonly Failed[] }) {
  if (failed.length === 0) return null
  return (
    <details class="undelivered">
      <summary>Not forwarded ({failed.length})</summary>
      <ul>
        {failed.toReversed().map(({ id, arguments: { to }, result: { outcome, reason, smtp } }) => (
          <li key={id}>
            <a href={linkTo({ screen: 'story', detail: id })}>
              <bdi>{to}</bdi>
            </a>
            : {mailReasons[reason]}{' '}
            <span class="hint">{outcome === 'dropped' ? 'dropped silently' : smtp}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
