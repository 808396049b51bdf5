import { ActionError } from '../contract/control/action-error.ts'
import type { Report } from '../contain.ts'
import type { Delivery } from '../contract/mail-outcomes.ts'
import { KIB } from '../contract/values/bound.ts'
import type { Account } from '../core/account/account.ts'
import { ownsAddress, predictDelivery } from '../core/actions/deliver-mail.ts'
import { deliverMessage, type Envelope, type ReadMessage } from '../core/deliver-message.ts'
import type { Inboxes } from '../core/inbox/inboxes.ts'
import { failureMessage, PersistenceError, type Persistence } from '../core/persistence.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { readMail, type ReadMail } from '../derived/mail.ts'
import type { WorkerThread } from '../derived/worker-thread.ts'
import { mailReasons } from '../words/mail-reasons.ts'
import { startSmtpServer, type RunningSmtpServer, type SmtpAnswer } from './smtp-server.ts'

export type MailServerOptions = {
  port: number
  host: string
  now: () => number
  report: Report
  /** Reads the larger mails. */
  thread: WorkerThread
  /** Keep each mail as it was sent. */
  inboxes: Inboxes
  /** Where what is answered must be stored; undefined if everything is only in memory. */
  persistence: Persistence | undefined
}

/** In bytes. To read a larger mail can take more than 20 ms, in which nobody else would be answered. */
const SMALL = 8_192

const PIECE = 64 * KIB

/** Receives mails over SMTP, and delivers each to the account whose alias it is for, as `deliver_mail` does. */
export async function startMailServer(
  sandbox: Sandbox,
  { now, thread, inboxes, persistence, ...listening }: MailServerOptions,
): Promise<RunningSmtpServer> {
  const closing = new AbortController()
  const read = (raw: string): Promise<ReadMail> =>
    raw.length <= SMALL
      ? readMail(raw, {})
      : thread.run(() => ({ name: 'mail', options: {}, pieces: piecesOf(raw) }), closing.signal)
  const deliver = (envelope: Envelope, message: ReadMessage): SmtpAnswer => {
    const account = accountFor(sandbox, envelope.to, now())
    const delivered = { envelope, message, machineMs: now(), origin: 'control' } as const
    const { result } = deliverMessage({ sandbox, inboxes }, account, delivered)
    return toAnswer(result as Delivery)
  }
  const refuse = (to: string, sender: string): SmtpAnswer => {
    const asked = { to, ...(sender !== '' && { from: sender }) }
    const account = accountFor(sandbox, to, now())
    return toAnswer(sandbox.perform(account, 'deliver_mail', asked, now()).result as Delivery)
  }
  const server = await startSmtpServer({
    ...listening,
    door: {
      // One that is refused here is not sent at all, so that this is its delivery.
      check: (to, sender) =>
        orRefused(closing.signal, async () => {
          const { outcome } = predictDelivery(accountFor(sandbox, to, now()), to)
          const answer: SmtpAnswer = outcome === 'refused' ? refuse(to, sender) : { accepted: true }
          await persistence?.pending() // what it may have been decided by
          return answer
        }),
      deliver: ({ sender, recipients, raw }) =>
        orRefused(closing.signal, async () => {
          const { problem, ...mail } = await read(raw)
          if (problem !== undefined) return { ...unreadable, message: problem }
          const answers = recipients.map((to) => deliver({ to, from: sender }, { ...mail, raw }))
          await persistence?.commit()
          return answers.find(({ accepted }) => accepted) ?? answers[0]!
        }),
    },
  })
  const stop = () => {
    closing.abort()
    return server.stop()
  }
  return { ...server, stop }
}

/** So that no second copy of a large mail waits to be sent to the thread. */
function* piecesOf(raw: string): Generator<string> {
  for (let from = 0; from < raw.length; from += PIECE) yield raw.slice(from, from + PIECE)
}

const unreadable = { accepted: false, status: 554, enhanced: '5.6.0' } as const

const unstored = { accepted: false, status: 451, enhanced: '4.3.0' } as const
const stopped: SmtpAnswer = {
  accepted: false,
  status: 421,
  enhanced: '4.3.2',
  message: 'the sandbox stops',
}

/** What `deliver_mail` does not take is no mail for this sandbox; what cannot be stored may be sent again. */
async function orRefused(
  closing: AbortSignal,
  answer: () => Promise<SmtpAnswer>,
): Promise<SmtpAnswer> {
  try {
    return await answer()
  } catch (error) {
    if (error instanceof ActionError) return { ...unreadable, message: error.message }
    if (error instanceof PersistenceError) return { ...unstored, message: failureMessage(error) }
    if (closing.aborted && error === closing.reason) return stopped
    throw error
  }
}

/** Of all accounts, the one that has the alias; or the one that had it; or the first. */
function accountFor(sandbox: Sandbox, to: string, machineMs: number): Account {
  const accounts = sandbox.accounts()
  const find = (when: ReturnType<typeof ownsAddress>) =>
    accounts.find((account) => ownsAddress(account, to) === when)
  return sandbox.syncClock(find('now') ?? find('before') ?? accounts[0]!, machineMs)
}

function toAnswer({ outcome, reason, smtp }: Delivery): SmtpAnswer {
  if (outcome !== 'refused' || reason === 'active') return { accepted: true }
  const [status, enhanced = ''] = smtp.split(' ')
  return { accepted: false, status: Number(status), enhanced, message: mailReasons[reason] }
}
