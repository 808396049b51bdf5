import type { Account } from '../core/account/account.ts'
import { inProcess } from '../core/calls/arrival.ts'
import { Inboxes } from '../core/inbox/inboxes.ts'
import { arrivesWhole } from '../contract/deliveries.ts'
import { ActionError } from '../contract/control/action-error.ts'
import type { Sandbox } from '../core/sandbox.ts'
import type { ExpectTarget } from './expect.ts'
import { NO_ANSWER } from './expect-answer.ts'

/**
 * An account as a target for `expect`, in process. The machine's clock is frozen: only steps advance time, so the same
 * steps always give the same responses.
 */
export function coreTarget(sandbox: Sandbox, account: Account): ExpectTarget {
  const inboxes = new Inboxes(sandbox.histories)
  const now = () => account.state.clock.machine_ms
  return {
    call({ method, path: target, headers, body, unreadable }) {
      const [path = '', query = ''] = target.split(/\?(.*)/s)
      const { authorization, 'content-type': contentType, ...rest } = headers
      const sent = unreadable === undefined ? { body } : { body: null, unreadable }
      const request = { method, path, query, headers: rest, content_type: contentType, ...sent }
      const entry = sandbox.call(request, authorization, inProcess(now()))
      const { response, delivery, why, refused } = entry
      const reason = refused ? `${why} Field: ${refused.field}.` : why
      if (!arrivesWhole(delivery)) return { status: NO_ANSWER, body: '', reason }
      const { status, retry_after_seconds, body: text } = response
      return { status, retry_after_seconds, body: text, reason }
    },
    do(action, args) {
      try {
        const { result } = sandbox.perform(account, action, args, now())
        return { status: 200, result }
      } catch (error) {
        if (!(error instanceof ActionError)) throw error
        const { status, message, field } = error
        return { status, message: field === undefined ? message : `${message}; field ${field}` }
      }
    },
    inbox(filter) {
      // Mails that are due by then have arrived, as where the control API is asked.
      sandbox.syncClock(account, now())
      return { ...inboxes.find(account, filter), others: inboxes.tellOthers(account) }
    },
    apiKey: () => account.state.key.current,
    firstKey: () => account.state.key.first,
  }
}
