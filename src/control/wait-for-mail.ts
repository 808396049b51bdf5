import type { Entry } from '../contract/history/entry.ts'
import type { Inboxes, MailFilter } from '../core/inbox/inboxes.ts'
import type { Account } from '../core/account/account.ts'
import type { Mail } from '../contract/control/control-shapes.ts'
import type { RouteAnswer, Context } from './route.ts'
import { timeoutOf, waitFor } from './wait.ts'

/** Answers with the first mail that matches, as soon as there is one, or with 408 after `timeout` of real time. */
export function waitForMail(
  context: Context<'GET inbox/wait'>,
  filter: MailFilter,
): RouteAnswer<Mail> | Promise<RouteAnswer<Mail>> {
  const { sandbox, account, query, parts } = context
  const timeoutMs = timeoutOf(query.read('timeout'))
  // Rolling back a change that could not be stored replaces the account object.
  const now = () => sandbox.syncClock(sandbox.account(account.name), parts.clock.now())
  return waitFor<Mail, Order>(context, {
    timeoutMs,
    find: (newAfter = 0) => {
      const afterOrder = Math.max(newAfter, filter.afterOrder ?? 0)
      const [mail] = parts.inboxes.find(now(), { ...filter, afterOrder }).mails
      return mail && (() => ({ body: mail }))
    },
    watch: (look) => {
      let isOver = false
      let isPlanned = false
      let newAfter = Infinity
      let stopTimer = () => {}
      const waitForEvent = () => {
        stopTimer()
        const ms = msToNextEvent(now())
        stopTimer = ms <= timeoutMs ? parts.clock.after(ms, lookAgain) : () => {}
      }
      const lookAgain = () => {
        if (isOver) return
        const after = newAfter
        newAfter = Infinity
        isPlanned = false
        look(after)
        if (!isOver) waitForEvent()
      }
      const stopWatching = sandbox.histories.onAdded((entry) => {
        if (entry.account !== account.name || entry.type === 'call') return
        newAfter = Math.min(newAfter, beforeNewMails(entry))
        // In the next turn: the message as it was sent is kept right after its delivery.
        if (!isPlanned) queueMicrotask(lookAgain)
        isPlanned = true
      })
      waitForEvent()
      return () => {
        isOver = true
        stopTimer()
        stopWatching()
      }
    },
    whyNot: () => noneCame(timeoutMs, parts.inboxes, now(), filter),
  })
}

/** The place of an entry in the order of all. */
type Order = number

/** Mails that an entry brings stand after this place: Infinity if it brings none. */
function beforeNewMails(entry: Entry): Order {
  if (entry.type === 'mail') return entry.order - 1
  // Going back may bring earlier mails back; so may a start, after changes that could not be stored.
  return entry.type === 'undo' || entry.type === 'start' ? 0 : Infinity
}

/** In real time: a step of a timeline can bring a mail while nobody else reads the account. */
function msToNextEvent(account: Account): number {
  const { mode, scale } = account.state.clock
  if (mode === 'frozen') return Infinity
  return Math.max(1, Math.ceil((account.nextEventMs() - account.now) / scale))
}

function noneCame(timeoutMs: number, inboxes: Inboxes, account: Account, filter: MailFilter) {
  const others = inboxes.tellOthers(account, filter)
  const told = others.length === 0 ? '' : ` Other mails: ${others.join('; ')}.`
  return `No mail that matches came within ${timeoutMs / 1_000} s.${told}`
}
