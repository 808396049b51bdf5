import { ActionButton } from '../../components/action-button.tsx'
import { statusLabels, unreachable } from '../../labels/aliases.ts'
import { toNumber } from '../../../text/numbers.ts'
import { toDistance } from '../../../words/times.ts'
import { testMail } from '../../labels/test-mail.ts'
import { accountNow } from '../../state/account-clock.ts'
import type { Alias } from '../../state/types.ts'

/** One alias with its actions. */
export function AliasRow({ alias, onDelete }: { alias: Alias; onDelete: () => void }) {
  const { id, address, label, status, forward_count: count, expires_at: expires } = alias
  const isSuspended = status === 'suspended'
  const refused = unreachable[status]
  return (
    <tr role="row">
      <th scope="row" role="rowheader">
        <code>{address}</code>
        {alias.single_use && <span class="chip">single use</span>}
      </th>
      <td class="text" dir="auto" role="cell">
        <span class="clamp">{label}</span>
      </td>
      <td role="cell" data-title="Status">
        <span class={`status ${status}`}>{statusLabels[status] ?? status}</span>
      </td>
      <td class="number" role="cell" data-title="Forwarded">
        {toNumber(count)}
      </td>
      <td class="when" role="cell" data-title="Expires">
        {expires === null ? 'never' : toDistance(expires * 1_000 - accountNow.value)}
      </td>
      <td class="buttons" role="cell">
        <ActionButton
          action="forward_message"
          args={{ id }}
          label={`Forward a message to ${id}`}
          refused={refused}
        >
          Forward
        </ActionButton>
        <ActionButton
          action="deliver_mail"
          args={{ to: address, ...testMail }}
          label={`Send a test mail to ${id}`}
        >
          Mail
        </ActionButton>
        <ActionButton
          action={isSuspended ? 'resume_alias' : 'suspend_alias'}
          args={{ id }}
          label={`${isSuspended ? 'Resume' : 'Suspend'} ${id}`}
          refused={isSuspended ? undefined : refused}
        >
          {isSuspended ? 'Resume' : 'Suspend'}
        </ActionButton>
        <button type="button" class="danger" aria-label={`Delete ${id}`} onClick={onDelete}>
          Delete
        </button>
      </td>
    </tr>
  )
}
