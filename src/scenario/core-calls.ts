import type { Account } from '../core/account/account.ts'
import { inProcess } from '../core/calls/arrival.ts'
import { arrivesWhole } from '../contract/deliveries.ts'
import { ActionError } from '../contract/control/action-error.ts'
import type { Sandbox } from '../core/sandbox.ts'
import type { ExpectTarget } from './expect.ts'
import { NO_ANSWER } from './expect-answer.ts'

/**
 * The calls and actions of `expect` for an account, in process. The machine's clock is frozen: only steps
 * advance time, so the same steps always give the same responses.
 */
export function coreCalls(sandbox: Sandbox, account: Account): Omit<ExpectTarget, 'inbox'> {
  const now = () => account.state.clock.machine_ms
  return {
    call({ method, path: target, headers, body, unreadable }) {
      const [path = '', query = ''] = splitOnce(target, '?')
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
        return { status: error.status, message: withField(error.message, error.field) }
      }
    },
    apiKey: () => account.state.key.current,
    firstKey: () => account.state.key.first,
  }
}

function withField(reason: string, field: string | undefined): string {
  return field === undefined ? reason : `${reason}; field ${field}`
}

function splitOnce(text: string, mark: string): string[] {
  const at = text.indexOf(mark)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + mark.length)]
}
