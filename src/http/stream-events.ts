import { toIso } from '../core/times.ts'
import type { Answer, Context } from './route.ts'

/** Tells what happens from now on; who comes back names the last event that it heard of. */
export function streamEvents({ sandbox, query, response, options, machineMs }: Context): Answer {
  const name = query.get('account')
  const account = sandbox.catchUp(sandbox.account(name ?? 'default'), machineMs)
  const lastId = response.req.headers['last-event-id']
  options.events.open(response, {
    account: name,
    lastId: typeof lastId === 'string' ? lastId : undefined,
    hello: { version: options.version, now: toIso(account.now) },
  })
  return { isStreamed: true }
}
