import { CopyButton } from '../../components/copy-button.tsx'
import { toDistance, toTime } from '../../../words/times.ts'
import { accountNow } from '../../state/account-clock.ts'
import { linkTo } from '../../state/route.ts'
import type { MailRow } from './mail-rows.ts'

/** More rows than anybody reads would make the page slow. */
const MAX_ROWS = 200

type MailListProps = {
  rows: readonly MailRow[]
  /** The labels of the aliases, by id. */
  labels: ReadonlyMap<string, string>
  openId: string | null
}

/** Each mail with the alias that it was for, and its code to copy. */
export function MailList({ rows, labels, openId }: MailListProps) {
  return (
    <ul class="mails">
      {rows.slice(0, MAX_ROWS).map((row) => (
        <li key={row.id} class={row.mail ? '' : 'refused'}>
          <Row
            row={row}
            label={labels.get(row.mail?.alias ?? '') ?? ''}
            isOpen={row.id === openId}
          />
          {row.mail?.codes[0] !== undefined && (
            <CopyButton
              place="inbox"
              text={() => row.mail!.codes[0]!}
              said={`Copied ${row.mail.codes[0]}.`}
              label={`Copy ${row.mail.codes[0]}, the code to ${row.to}`}
            >
              {`Copy ${row.mail.codes[0]}`}
            </CopyButton>
          )}
        </li>
      ))}
    </ul>
  )
}

type RowProps = { row: MailRow; label: string; isOpen: boolean }

function Row({ row: { id, at, to, mail, reason }, label, isOpen }: RowProps) {
  const time = Date.parse(at)
  return (
    <a
      href={mail ? linkTo({ screen: 'inbox', detail: id }) : linkTo({ screen: 'live', detail: id })}
      aria-current={isOpen ? 'true' : undefined}
    >
      <span class="to">
        {label !== '' && <b dir="auto">{label}</b>} <bdi>{to}</bdi>
      </span>
      {mail && (
        <span class="subject">
          <bdi>{mail.subject === '' ? 'No subject' : mail.subject}</bdi>
          <small>
            {' '}
            from <bdi>{mail.from}</bdi>
            {mail.attachments.length > 0 && `, ${mail.attachments.length} attached`}
          </small>
        </span>
      )}
      {reason !== undefined && <span class="subject">Not forwarded: {reason}</span>}
      <time title={toTime(time)}>{toDistance(time - accountNow.value)}</time>
    </a>
  )
}
