import { toNumber } from '../../../../../text/numbers.ts'
import { toDistance } from '../../../../../words/times.ts'
import { ActionButton } from '../../../../components/action-button.tsx'
import { CopyButton } from '../../../../components/copy-button.tsx'
import { statusLabels, unreachable } from '../../../../labels/aliases.ts'
import { testMail } from '../../../../labels/test-mail.ts'
import type { Alias } from '../../../../service/types.ts'
import { accountNow } from '../../../../state/account-clock.ts'
import { isReadOnly } from '../../../../state/host.ts'
import { linkTo } from '../../../../state/route.ts'

/** One alias; what can be done to it is behind its line. */
export function AliasItem({ alias, onDelete }: { alias: Alias; onDelete: () => void }) {
  const { id, address, label, status } = alias
  return (
    <li>
      <details>
        <summary>
          <span class="address">{address}</span>
          <span class="label" dir="auto">
            {label}
          </span>
          <small class={status === 'active' ? 'hint' : 'refused'}>
            {statusLabels[status] ?? status}
          </small>
        </summary>
        <p class="hint">{factsOf(alias)}</p>
        <div class="row">
          <CopyButton
            place="aliases"
            text={() => address}
            said="The address was copied."
            label={`Copy ${address}`}
          >
            Copy
          </CopyButton>
          <Actions alias={alias} />
          <button
            type="button"
            class="danger"
            disabled={isReadOnly.value}
            aria-label={`Delete ${id}`}
            onClick={onDelete}
          >
            Delete
          </button>
        </div>
        <p class="row">
          <a href={linkTo({ screen: 'inbox', filter: `to=${address}` })}>Its mails</a>
          <a href={linkTo({ screen: 'live', filter: `alias=${id}` })}>Its history</a>
        </p>
      </details>
    </li>
  )
}

function Actions({ alias }: { alias: Alias }) {
  const { id, address, status, expires_at: expires } = alias
  const isSuspended = status === 'suspended'
  const refused = unreachable[status]
  return (
    <>
      <ActionButton
        place="aliases"
        action="forward_message"
        args={{ id }}
        label={`Forward a message to ${id}`}
        refused={refused}
      >
        Forward
      </ActionButton>
      <ActionButton
        place="aliases"
        action="deliver_mail"
        args={{ to: address, ...testMail }}
        label={`Send a test mail to ${id}`}
      >
        Mail
      </ActionButton>
      <ActionButton
        place="aliases"
        action={isSuspended ? 'resume_alias' : 'suspend_alias'}
        args={{ id }}
        label={`${isSuspended ? 'Resume' : 'Suspend'} ${id}`}
        refused={isSuspended ? undefined : refused}
      >
        {isSuspended ? 'Resume' : 'Suspend'}
      </ActionButton>
      {expires !== null && status === 'active' && (
        <ActionButton
          place="aliases"
          action="advance_clock"
          args={{ to: new Date(expires * 1_000).toISOString() }}
          label={`Move the clock to where ${id} expires`}
        >
          Expire
        </ActionButton>
      )}
    </>
  )
}

/** `2 forwarded, single use, expires in 3 days`. */
function factsOf({
  forward_count: count,
  single_use: isSingle,
  expires_at: expires,
}: Alias): string {
  const facts = [`${toNumber(count)} forwarded`]
  if (isSingle) facts.push('single use')
  if (expires !== null) facts.push(`expires ${toDistance(expires * 1_000 - accountNow.value)}`)
  return facts.join(', ')
}
