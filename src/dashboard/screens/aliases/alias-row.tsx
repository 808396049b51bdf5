import { ActionButton } from '../../components/action-button.tsx'
import { toDistance } from '../../labels/times.ts'
import { accountNow } from '../../state/account-clock.ts'
import type { Alias } from '../../state/types.ts'

/** One alias with its actions. */
export function AliasRow({ alias, onDelete }: { alias: Alias; onDelete: () => void }) {
  const { id, address, label, status, forward_count: count, expires_at: expires } = alias
  const isSuspended = status === 'suspended'
  return (
    <tr>
      <th scope="row">
        <code>{address}</code>
        {alias.single_use && <span class="chip">single use</span>}
      </th>
      <td class="text" dir="auto">
        {label}
      </td>
      <td>
        <span class={`status ${status}`}>{status}</span>
      </td>
      <td class="number">{count}</td>
      <td class="when">
        {expires === null ? 'never' : toDistance(expires * 1_000 - accountNow.value)}
      </td>
      <td>
        <div class="row end">
          <ActionButton
            action="forward_message"
            args={{ id }}

            label={`Forward a message to ${id}`}
          >
            Forward
          </ActionButton>
          <ActionButton
            action={isSuspended ? 'resume_alias' : 'suspend_alias'}
            args={{ id }}

            label={`${isSuspended ? 'Resume' : 'Suspend'} ${id}`}
          >
            {isSuspended ? 'Resume' : 'Suspend'}
          </ActionButton>
          <button type="button" class="danger" aria-label={`Delete ${id}`} onClick={onDelete}>
            Delete
          </button>
        </div>
      </td>
    </tr>
  )
}
