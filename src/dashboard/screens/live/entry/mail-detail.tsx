import { toPretty } from '../../../labels/json.ts'
import type { MailEntry } from '../../../service/types.ts'
import { linkTo } from '../../../state/route.ts'
import { Facts } from '../../../components/facts.tsx'
import { LongText } from '../../../components/long-text.tsx'

/** The fields of a mail that was delivered, or a message as it was sent. */
type Sent = { to?: string; from?: string; subject?: string; text?: string; raw?: string }

/** A mail, as its reader sees it. */
export function MailDetail({ entry: { id, arguments: args, result } }: { entry: MailEntry }) {
  const { to, from, subject, text, raw } = (args ?? {}) as Sent
  const { outcome, alias, smtp } = (result ?? {}) as Record<string, string | null>
  const isForwarded = outcome === 'forwarded'
  return (
    <section aria-label="Mail">
      <Facts
        of={{
          To: to,
          From: from,
          Subject: subject,
          'Sender heard': isForwarded ? undefined : (smtp ?? undefined),
        }}
      />
      {(text ?? raw) !== undefined && <LongText text={toPretty(text ?? raw)} />}
      <p class="row">
        {isForwarded && <a href={linkTo({ screen: 'inbox', detail: id })}>Open in the inbox</a>}
        {alias && <a href={linkTo({ filter: `alias=${alias}` })}>All about this alias</a>}
      </p>
    </section>
  )
}
