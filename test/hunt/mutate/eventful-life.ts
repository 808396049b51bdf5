import type { RequestEntry } from '../../../src/contract/history/entry.ts'
import { asDocumented, type Manner } from '../../../src/core/calls/manner.ts'
import type { Sandbox } from '../../../src/core/sandbox.ts'
import { callCore, type CoreCall } from '../../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'

/** Scenarios by key: such a key makes an account in the scenario that it names. */
const refused = [
  'key_revoked',
  'free',
  'past_due',
  'canceled',
  'outage_blip',
  'burst_exceeded',
  'daily_cap_reached',
  'collision',
]

/** The entries of a client that meets each documented outcome, and all that can become of an alias. */
export function eventfulLife(manner?: Manner): RequestEntry[] {
  return liveEventfully(manner).entries
}

/** Lives the eventful life, and returns its sandbox, too. */
export function liveEventfully(manner: Manner = asDocumented): {
  sandbox: Sandbox
  entries: RequestEntry[]
} {
  const sandbox = coreSandbox({ account: { plan: 'pro' } }, { manner })
  const entries: RequestEntry[] = []
  const call = (request: CoreCall) => {
    const entry = callCore(sandbox, request)
    entries.push(entry)
    return entry
  }
  meetAliases(sandbox, call)
  for (const scenario of refused) call({ key: `sandbox_${scenario}-1` })
  call({ method: 'GET', query: 'limit=many' })
  meetLostAnswer(call)
  return { sandbox, entries }
}

function meetAliases(sandbox: Sandbox, call: (request: CoreCall) => RequestEntry): void {
  const account = sandbox.account('default')
  const act = (action: string, args: object) => sandbox.perform(account, action, args, MACHINE_MS)
  const texts = { label: 'shop', note: 'sold', source: 'web', category: 'buying' }
  const expires_at = MACHINE_MS / 1_000 + 600
  call({ body: JSON.stringify(texts) })
  call({ body: JSON.stringify({ single_use: true }) })
  call({ body: JSON.stringify({ expires_at }) })
  const [first, second] = account.aliases.after(null, 'oldest_first', 10)
  call({ method: 'GET' })
  act('suspend_alias', { id: first!.id })
  act('forward_message', { id: second!.id, count: 1 })
  act('advance_clock', { by: '1h' })
  call({ method: 'GET' })
  call({ body: '' })
  let query = 'limit=1'
  for (let page = 0; page < 4; page += 1) {
    const { body } = call({ method: 'GET', query }).response
    const cursor = /"next_cursor":"([^"]+)"/.exec(body)?.[1]
    if (cursor === undefined) return
    query = `limit=1&last_key=${cursor}`
  }
}

/** The client looks for the alias before it creates it again. */
function meetLostAnswer(call: (request: CoreCall) => RequestEntry): void {
  const key = 'sandbox_lost_response-1'
  const body = JSON.stringify({ label: 'lost' })
  call({ key, body })
  call({ key, method: 'GET' })
  call({ key, body })
}
