import { limits } from '../../contract/limits.ts'
import { toIso } from '../../core/clock/times.ts'
import { errorAnswer, type Answer, type Context, type Handlers } from '../route.ts'

export const eventHandlers = {
  'GET events': streamEvents,
} satisfies Partial<Handlers>

/** Streams events from now on; a client that reconnects sends the id of the last one that it received. */
function streamEvents({
  sandbox,
  query,
  response,
  parts,
  machineMs,
}: Context<'GET events'>): Answer<never> {
  const name = query.read('account')
  const account = sandbox.syncClock(sandbox.account(name ?? 'default'), machineMs)
  const lastId = response.req.headers['last-event-id']
  const isOpen = parts.events.open(response, {
    account: name ?? null,
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
  return errorAnswer(
    503,
    `As many streams are open as may be, ${limits.streams.value}; close one and retry.`,
  )
}
