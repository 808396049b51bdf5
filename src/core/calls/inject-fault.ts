import { injectedKinds, type InjectedFault } from '../../contract/faults.ts'
import type { ArmedFault } from '../../contract/state.ts'
import type { Call, CallResult } from './call.ts'

const SOURCE = 'not in the document: an injected fault'
const GARBAGE = `<html>
<head><title>Proxy error</title></head>
<body><h1>Proxy error</h1><p>The upstream server did not answer.</p></body>
</html>
`

type Interruption = Exclude<InjectedFault, 'delay'>

/** Everything but the delay, which only holds the answer back. */
const interruptions = injectedKinds.filter((kind) => kind !== 'delay')

/**
 * Lets the network, a proxy or a broken service come between: before the call is served, or after,
 * when it is done and only its answer is lost. Calls whose key is not the account's are left alone.
 */
export function injectFault(call: Call, serve: () => CallResult): CallResult {
  if (call.faults.length === 0 || !call.key.valid) return serve()
  const delay = call.isFaultOfKinds(['delay'])
  const fault = call.isFaultOfKinds(interruptions)
  const result = fault ? interrupt(call, fault, serve) : serve()
  if (fault) call.appliedFault = fault // whatever struck while the call was served
  return delay?.ms === undefined ? result : { ...result, delayMs: delay.ms }
}

function interrupt(call: Call, fault: ArmedFault, serve: () => CallResult): CallResult {
  const isDone = fault.after === true || fault.kind === 'drop_after' || fault.kind === 'truncate'
  const served = isDone ? serve() : undefined
  const effect = effectOf(fault)
  if (!served) call.checks.push({ check: 'fault', passed: false, detail: `${fault.id}: ${effect}` })
  return {
    outcome: fault.kind,
    response: responseOf(fault, served),
    why: served
      ? `${served.why} But fault ${fault.id} ${effect}, so the client did not hear of it.`
      : `Fault ${fault.id} ${effect}; nothing was done.`,
    source: SOURCE,
    basis: 'injected',
    delivery: deliveries[fault.kind as Interruption],
  }
}

const deliveries: Record<Interruption, CallResult['delivery']> = {
  drop_before: 'drop',
  drop_after: 'drop',
  hang: 'hang',
  truncate: 'truncate',
  garbage: 'send',
  server_error: 'send',
}

function effectOf(fault: ArmedFault): string {
  switch (fault.kind) {
    case 'hang':
      return 'never answered'
    case 'truncate':
      return 'broke the answer off halfway'
    case 'garbage':
      return `answered ${statusOf(fault)} with HTML, as a proxy does`
    case 'server_error':
      return `answered ${statusOf(fault)}`
    default:
      return 'closed the connection'
  }
}

/** Status 0 and no body: nothing was answered. */
function responseOf(fault: ArmedFault, served: CallResult | undefined): CallResult['response'] {
  switch (fault.kind) {
    case 'truncate':
      return served!.response // truncate is always served first
    case 'garbage':
      return {
        status: statusOf(fault),
        headers: { 'Content-Type': 'text/html' },
        body: GARBAGE,
      }
    case 'server_error':
      return {
        status: statusOf(fault),
        headers: {},
        body: JSON.stringify({ message: 'Something went wrong on our side.' }),
      }
    default:
      return { status: 0, headers: {}, body: '' }
  }
}

function statusOf(fault: ArmedFault): number {
  return fault.status ?? (fault.kind === 'garbage' ? 502 : 500)
}
