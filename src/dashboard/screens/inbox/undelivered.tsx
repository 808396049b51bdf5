import { mailReasons } from '../../../words/mail-reasons.ts'
import { linkTo } from '../../state/route.ts'
import { items, takenBack } from '../../state/story.ts'
import type { Entry } from '../../state/types.ts'

/** A mail that was not forwarded, as the story has it. */
type FailedMail = Extract<Entry, { type: 'mail' }> & {
  arguments: { to: string }
  result: { outcome: string; reason: keyof typeof mailReasons; smtp: string }
}

/** The mails of the story that did not arrive and were not taken back, the last one first, with the reason. */
export function Undelivered() {
  const failed = items.value.filter(isFailed).filter(({ order }) => !takenBack.value.has(order))
  if (failed.length === 0) return null
  return (
    <details class="undelivered">
      <summary>Not forwarded ({failed.length})</summary>
      <ul>
        {failed.map(({ id, arguments: { to }, result: { outcome, reason, smtp } }) => (
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

function isFailed(item: Entry): item is FailedMail {
  if (item.type !== 'mail' || !item.result) return false
  return item.result.outcome !== 'forwarded'
}
