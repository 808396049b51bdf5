import type { Origin } from '../contract/history/origins.ts'
import type { Account } from './account/account.ts'
import { checkedAction } from './actions/run-action.ts'
import type { RecordedAction } from './inputs/recording.ts'
import type { Sandbox } from './sandbox.ts'
import type { DeliveredMail } from './record/delivered-mail.ts'
import type { Inboxes } from './inbox/inboxes.ts'
import type { SentMessage } from './inbox/sent-messages.ts'

/** A message that was read. */
export type ReadMessage = SentMessage & {
  /** The address that the message itself names. */
  from: string | undefined
  subject: string
  text: string | undefined
  html: string | undefined
}

/** The recipient of a message, and the sender if the message names none. */
export type Envelope = { to: string; from?: string | undefined }

/** A message that arrives: over SMTP, or as the body of a request. */
type ArrivingMessage = {
  envelope: Envelope
  message: ReadMessage
  machineMs: number
  origin: Origin
}

/**
 * Delivers it: the action `deliver_mail`. The message is kept as it was sent.
 * @throws ActionError when it is no mail for this sandbox; then nothing was decided about an alias, and it is in no history.
 */
export function deliverMessage(
  { sandbox, inboxes }: { sandbox: Sandbox; inboxes: Inboxes },
  account: Account,
  { envelope, message, machineMs, origin }: ArrivingMessage,
): RecordedAction {
  const { to, from: sender } = envelope
  const { from = sender, subject, text, html, ...sent } = message
  const content = {
    to,
    ...(from && { from }),
    subject: onOneLine(subject),
    ...(text !== undefined && { text }),
    ...(html !== undefined && { html }),
  }
  checkedAction('deliver_mail', content)
  const recorded = sandbox.perform(account, 'deliver_mail', content, machineMs, origin)
  inboxes.keep(recorded.entry as DeliveredMail, sent)
  return recorded
}

/** Encoded words can hide line breaks in a subject. */
function onOneLine(subject: string): string {
  return subject.replace(/\p{Cc}+/gu, ' ')
}
