import { toIso } from '../../../core/clock/times.ts'
import { errorAnswer, type Answer, type Context, type Route } from '../route.ts'

export const eventRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: 'events',
    scope: 'sandbox',
    parameters: ['account'],
    summary: 'Stream events (SSE) of all accounts or of one (account=…); Last-Event-ID resumes',
    answer: streamEvents,
  },
]

/** Streams events from now on; a client that reconnects sends the id of the last one that it received. */
function streamEvents({ sandbox, query, response, parts, machineMs }: Context): Answer {
  const name = query.get('account')
  const account = sandbox.syncClock(sandbox.account(name ?? 'default'), machineMs)
  const lastId = response.req.headers['last-event-id']
  const isOpen = parts.events.open(response, {
    account: name,
    lastId: typeof lastId === 'string' ? lastId : undefined,
    hello: { version: parts.version, now: toIso(account.now) },
  })
  if (isOpen) {
    response.once(
      'close',
      parts.clock.after(Infinity, () => {}),
    ) // nothing is owed to this client
    return { isStreamed: true }
  }
  return errorAnswer(503, 'Too many event streams are open; close one and retry.')
}
