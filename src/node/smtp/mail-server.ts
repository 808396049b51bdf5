import type { Report } from '../../core/contain.ts'
import type { Delivery } from '../../contract/mail-outcomes.ts'
import type { Account } from '../../core/account/account.ts'
import { deliverMail, ownsAddress, predictDelivery } from '../../core/actions/deliver-mail.ts'
import type { ReceivedBytes } from '../../core/sizes/received-bytes.ts'
import { deliverMessage, type Envelope, type ReadMessage } from '../../core/deliver-message.ts'
import type { Inboxes } from '../../core/inbox/inboxes.ts'
import type { Persistence } from '../../core/persistence.ts'
import type { Sandbox } from '../../core/sandbox.ts'
import { readMail, type ReadMail } from '../../control/work/mail.ts'
import type { WorkerThread } from '../work/worker-thread.ts'
import { mailReasons } from '../../words/mail-reasons.ts'
import { Answers } from './answers.ts'
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
  /** Counts what is being received. */
  received: ReceivedBytes
  /** The storage of answered mails; undefined if everything is only in memory. */
  persistence: Persistence | undefined
}

/** In bytes. To read a larger mail can take more than 20 ms, in which nobody else would be answered. */
const SMALL = 8_192

const PIECE = 65_536

/** Receives mails over SMTP, and delivers each to the account whose alias it is for, as `deliver_mail` does. */
export async function startMailServer(
  sandbox: Sandbox,
  { now, thread, inboxes, persistence, ...listening }: MailServerOptions,
): Promise<RunningSmtpServer> {
  const answers = new Answers()
  const read = (raw: string, left: AbortSignal): Promise<ReadMail> => {
    if (raw.length <= SMALL) return readMail(raw, {})
    const assign = () => ({ name: 'mail', options: {}, pieces: piecesOf(raw) }) as const
    return thread.run(assign, AbortSignal.any([answers.stopping, left]), 'later')
  }
  const deliver = (envelope: Envelope, message: ReadMessage): SmtpAnswer => {
    const account = accountFor(sandbox, envelope.to, now())
    const delivered = { envelope, message, machineMs: now(), origin: 'smtp' } as const
    const { result } = deliverMessage({ sandbox, inboxes }, account, delivered)
    return toAnswer(result as Delivery)
  }
  const refuse = (to: string, sender: string): SmtpAnswer => {
    const asked = { to, ...(sender !== '' && { from: sender }) }
    const account = accountFor(sandbox, to, now())
    return toAnswer(
      sandbox.perform(account, 'deliver_mail', asked, now(), 'smtp').result as Delivery,
    )
  }
  const isRefused = (to: string) =>
    predictDelivery(accountFor(sandbox, to, now()), to).outcome === 'refused'
  const decide = (to: string, sender: string, accepted: readonly string[]): SmtpAnswer => {
    // Refused as it is, it is not sent at all, so that this is its delivery.
    if (isRefused(to)) return refuse(to, sender)
    const account = accountFor(sandbox, to, now())
    const others = accepted.filter((each) => accountFor(sandbox, each, now()) === account)
    const after = account.copy()
    for (const each of others) deliverMail(after, { to: each })
    const answer = toAnswer(predictDelivery(after, to))
    return answer.accepted ? answer : { ...answer, isLater: true }
  }
  const server = await startSmtpServer({
    ...listening,
    door: {
      check: (to, sender, accepted) =>
        answers.give(async () => {
          const answer = decide(to, sender, accepted)
          await persistence?.pending() // what it may have been decided by
          return answer
        }),
      deliver: ({ sender, recipients, refusedLater, raw }, left) =>
        answers.give(async () => {
          const mail = await read(raw, left)
          const all = recipients.map((to) => deliver({ to, from: sender }, { ...mail, raw }))
          for (const to of refusedLater) if (isRefused(to)) refuse(to, sender)
          await persistence?.commit()
          return all.find(({ accepted }) => accepted) ?? all[0]!
        }),
    },
  })
  // Nothing may change any more when it has stopped.
  const stop = async () => {
    answers.hurry()
    await server.stop()
    await answers.decided()
  }
  return { ...server, stop }
}

/** So that no second copy of a large mail waits to be sent to the thread. */
function* piecesOf(raw: string): Generator<string> {
  for (let from = 0; from < raw.length; from += PIECE) yield raw.slice(from, from + PIECE)
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
