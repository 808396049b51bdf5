import { toPretty } from '../../../labels/json.ts'
import type { MailEntry } from '../../../service/types.ts'
import { linkTo } from '../../../state/route.ts'
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
      <dl class="facts">
        <Field name="To" value={to} />
        <Field name="From" value={from} />
        <Field name="Subject" value={subject} />
        <Field name="Sender heard" value={isForwarded ? undefined : (smtp ?? undefined)} />
      </dl>
      {(text ?? raw) !== undefined && <LongText text={toPretty(text ?? raw)} />}
      <p class="row">
        {isForwarded && <a href={linkTo({ screen: 'inbox', detail: id })}>Open in the inbox</a>}
        {alias && <a href={linkTo({ filter: `alias=${alias}` })}>All about this alias</a>}
      </p>
    </section>
  )
}

function Field({ name, value }: { name: string; value: string | undefined }) {
  if (value === undefined || value === '') return null
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{value}</dd>
    </div>
  )
}
