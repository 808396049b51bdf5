import { toIso } from '../../../core/clock/times.ts'
import type { Answer, Context, Route } from '../route.ts'

export const eventRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: 'events',
    scope: 'sandbox',
    parameters: ['account'],
    summary:
      'Server-sent events: requests, actions, accounts; ?account= for one; Last-Event-ID resumes',
    answer: streamEvents,
  },
]

/** Tells what happens from now on; who comes back names the last event that it heard of. */
function streamEvents({ sandbox, query, response, options, machineMs }: Context): Answer {
  const name = query.get('account')
  const account = sandbox.syncClock(sandbox.account(name ?? 'default'), machineMs)
  const lastId = response.req.headers['last-event-id']
  const isOpen = options.events.open(response, {
    account: name,
    lastId: typeof lastId === 'string' ? lastId : undefined,
    hello: { version: options.version, now: toIso(account.now) },
  })
  if (isOpen) return { isStreamed: true }
  return { status: 503, body: { message: 'There are too many listeners; close some.' } }
}
