import { contain } from '../../contain.ts'
import type { Inboxes, MailFilter } from '../../core/inbox/inboxes.ts'
import type { Account } from '../../core/account/account.ts'
import type { Mail } from '../../contract/control/control-shapes.ts'
import { closingAnswer, errorAnswer, type Answer, type Context } from './route.ts'
import { timeoutOf } from './wait.ts'

/** Answers with the first mail that matches, as soon as there is one, or with 408 after `timeout` of real time. */
export function waitForMail(
  context: Context<'GET inbox/wait'>,
  filter: MailFilter,
): Answer<Mail> | Promise<Answer<Mail>> {
  const { sandbox, account, query, parts, response } = context
  const timeoutMs = timeoutOf(query.read('timeout'))
  // Rolling back a change that could not be stored replaces the account object.
  const now = () => sandbox.account(account.name)
  const [first] = parts.inboxes.find(account, filter)
  if (first) return { body: first }
  if (parts.waiters.isFull) {
    return errorAnswer(503, 'Too many requests are waiting already; retry when some have ended.')
  }
  return new Promise((resolve, reject) => {
    const stops: (() => void)[] = []
    const finish = (answer: Answer<Mail>) => {
      for (const stop of stops) stop()
      resolve(answer)
    }
    const orFail = (run: () => void) =>
      contain((error) => {
        for (const stop of stops) stop()
        reject(error)
      }, run)
    const look = orFail(() => {
      const [mail] = parts.inboxes.find(now(), filter)
      if (mail) finish({ body: mail })
    })
    const expire = orFail(() =>
      finish(errorAnswer(408, noneCame(timeoutMs, parts.inboxes, now(), filter))),
    )
    stops.push(
      parts.clock.after(timeoutMs, expire),
      // In the next turn: the message as it was sent is kept right after its delivery.
      sandbox.histories.onAdded((entry) => entry.account === account.name && queueMicrotask(look)),
      parts.waiters.add(() => finish(closingAnswer)),
    )
    response.on('close', () => finish({}))
  })
}

function noneCame(timeoutMs: number, inboxes: Inboxes, account: Account, filter: MailFilter) {
  const others = inboxes.tellOthers(account, filter)
  const told = others.length === 0 ? '' : ` Other mails: ${others.join('; ')}.`
  return `No mail that matches came within ${timeoutMs / 1_000} s.${told}`
}
