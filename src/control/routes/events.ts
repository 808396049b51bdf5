import { limits } from '../../contract/limits.ts'
import { toIso } from '../../core/clock/times.ts'
import { headersOfText } from '../reply.ts'
import { errorAnswer, type RouteAnswer, type Context, type Handlers } from '../route.ts'

export const eventHandlers = {
  'GET events': streamEvents,
} satisfies Partial<Handlers>

/** Streams events from now on; a client that reconnects sends the id of the last one that it received. */
function streamEvents({
  sandbox,
  query,
  question,
  parts,
  machineMs,
}: Context<'GET events'>): RouteAnswer<never> {
  const name = query.read('account')
  const account = sandbox.syncClock(
    name === undefined ? sandbox.first : sandbox.account(name),
    machineMs,
  )
  const lastId = question.headers['last-event-id']
  const { method, left } = question
  if (parts.events.isFull) {
    const most = limits.streams.value
    return errorAnswer(503, `As many streams are open as may be, ${most}; close one and retry.`)
  }
  const headers = { ...headersOfText('text/event-stream'), 'Cache-Control': 'no-store' }
  if (method === 'HEAD') return { headers, pieces: nothing() }
  const pieces = parts.events.open({
    account: name ?? null,
    lastId: typeof lastId === 'string' ? lastId : undefined,
    hello: { version: parts.version, now: toIso(account.now) },
    left,
  })
  return { headers, pieces, breaks: pieces.breaks }
}

async function* nothing(): AsyncGenerator<never> {
  // The headers are all that was asked for.
}
