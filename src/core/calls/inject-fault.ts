import type { ApiResponse } from '../../contract/history/entry.ts'
import { LONGEST_HOLD_MS } from '../../contract/delay-times.ts'
import { injectedFaults, type DeliveryFault, type InjectedFault } from '../../contract/faults.ts'
import type { ArmedFault } from '../../contract/state/state.ts'
import { allowsBody } from '../../contract/allows-body.ts'
import { arrivesWhole, sendAtOnce, type Delivery } from '../../contract/deliveries.ts'
import type { ArmedFaultOf } from '../account/faults.ts'
import type { Call } from './call.ts'
import type { CallResult } from './call-result.ts'
import { delayOf } from './delay-of.ts'
import { ownAnswer } from './own-answer.ts'

const SOURCE = 'not in the document: an injected fault'
const GARBAGE = `<html>
<head><title>Proxy error</title></head>
<body><h1>Proxy error</h1><p>The upstream server did not answer.</p></body>
</html>
`

/** Faults that leave the response as it is and change only its delivery. */
const deliveryChanges: Record<DeliveryFault, DeliveryChange> = {
  delay: {
    takesMs: delayOf,
    effect: (ms) => `delay it by ${ms / 1_000} s`,
  },
  hold: {
    takesMs: () => LONGEST_HOLD_MS,
    effect: (ms) => `hold it until another request is answered, ${ms / 1_000} s at most`,
  },
  dribble: {
    takesMs: delayOf,
    needsBody: true,
    effect: (ms) => `send its body in pieces over ${ms / 1_000} s`,
  },
}
type DeliveryChange = {
  takesMs: (fault: ArmedFault, seed: number) => number
  /** Does it change nothing where no body is sent, or not all of it? */
  needsBody?: true
  /** The effect in words; a prediction puts it after "will". */
  effect: (ms: number) => string
}

/** A fault that replaces the response to a call with another one, or with none. */
type Interruption = {
  /** Is the call always served before the fault? Otherwise only with the argument `after`. */
  isServedFirst?: true
  /** The effect in words; a sentence puts it after the fault's id. */
  effect: (fault: ArmedFault) => Effect
  /** `served` is the result of the call, if it was served first. */
  response: (fault: ArmedFault, served: CallResult | undefined) => ApiResponse
  delivery: Delivery
}

/** The sentences about the effect of a fault on a call, and on its client. */
const tenses = {
  past: {
    verbs: {
      close: 'closed',
      reset: 'reset',
      send: 'sent',
      truncate: 'truncated',
      answer: 'answered',
    },
    lost: 'did not receive',
    notDone: 'was not',
  },
  coming: {
    verbs: {
      close: 'will close',
      reset: 'will reset',
      send: 'will send',
      truncate: 'will truncate',
      answer: 'will answer',
    },
    lost: 'will not receive',
    notDone: 'will not be',
  },
}
type Effect = readonly [verb: keyof (typeof tenses)['past']['verbs'], object: string]

const drop: Delivery = { ...sendAtOnce, kind: 'drop' }
const reset: Delivery = { ...sendAtOnce, kind: 'reset' }
const hang: Delivery = { ...sendAtOnce, kind: 'hang' }
const truncate: Delivery = { ...sendAtOnce, kind: 'truncate' }

const interruptions = {
  drop_before: { effect: () => CLOSED, response: noAnswer, delivery: drop },
  drop_after: { isServedFirst: true, effect: () => CLOSED, response: noAnswer, delivery: drop },
  connection_reset: {
    effect: () => ['reset', 'the connection'],
    response: noAnswer,
    delivery: reset,
  },
  hang: { effect: () => ['send', 'no response'], response: noAnswer, delivery: hang },
  truncate: {
    isServedFirst: true,
    effect: () => ['truncate', 'the response'],
    response: (_fault, served) => served!.response, // such a call is always served first
    delivery: truncate,
  },
  garbage: {
    effect: ({ status = 502 }) => ['answer', `${status} with HTML, like a proxy`],
    response: ({ status = 502 }) => ({
      status,
      headers: { 'Content-Type': 'text/html' },
      body: GARBAGE,
    }),
    delivery: sendAtOnce,
  },
  server_error: {
    effect: ({ status = 500 }) => ['answer', `${status}`],
    response: ({ status = 500 }) => ({
      status,
      headers: {},
      body: JSON.stringify({ message: 'Something went wrong on our side.' }),
    }),
    delivery: sendAtOnce,
  },
  answer: {
    effect: ({ status = 200 }) => ['answer', `${status}`],
    response: ownAnswer,
    delivery: sendAtOnce,
  },
} satisfies Record<Exclude<InjectedFault, DeliveryFault>, Interruption>

const CLOSED = ['close', 'the connection'] as const

/** Status 0 and no body: the client got no response. */
function noAnswer(): ApiResponse {
  return { status: 0, headers: {}, body: '' }
}

const deliveryKinds = Object.keys(deliveryChanges) as DeliveryFault[]
const interruptionKinds = Object.keys(interruptions) as (keyof typeof interruptions)[]

/**
 * Serves a call as if the network, a proxy or the service itself failed: before the call is served,
 * or after it, when only the response is lost. A call with another key is served as usual.
 */
export function injectFault(call: Call, serve: (call: Call) => CallResult): CallResult {
  if (call.faults.length === 0 || call.key.reason) return serve(call)
  const changes = deliveryKinds.flatMap((kind) => call.applyFault([kind]) ?? [])
  const fault = call.applyFault(interruptionKinds)
  const result = fault ? interrupt(call, fault, serve) : serve(call)
  if (fault) call.appliedFault = fault // takes precedence over faults applied while the call was served
  if (changes.length === 0) return result
  let { delivery, why } = result
  const hasBody = arrivesWhole(delivery) && allowsBody(result.response.status)
  for (const change of changes) {
    const { takesMs, needsBody, effect }: DeliveryChange = deliveryChanges[change.kind]
    const ms = needsBody && !hasBody ? 0 : takesMs(change, call.account.state.seed)
    delivery = { ...delivery, [injectedFaults[change.kind].takes]: ms }
    if (call.tense === 'coming' && delivery.kind !== 'hang' && ms > 0) {
      why += ` An armed fault will ${effect(ms)}.`
    }
  }
  return { ...result, delivery, why }
}

function interrupt(
  call: Call,
  fault: ArmedFaultOf<keyof typeof interruptions>,
  serve: (call: Call) => CallResult,
): CallResult {
  const { effect, isServedFirst, response, delivery }: Interruption = interruptions[fault.kind]
  const served = isServedFirst || fault.after === true ? serve(call) : undefined
  const [verb, object] = effect(fault)
  const { verbs, lost, notDone } = tenses[call.tense]
  const done = `${verbs[verb]} ${object}`
  if (!served) call.checks.push({ check: 'fault', passed: false, detail: `${fault.id}: ${done}` })
  return {
    outcome: fault.kind,
    response: response(fault, served),
    delivery,
    why: served
      ? `${served.why} But an armed fault ${done}, ${verb === 'answer' ? 'in place of that response' : `so the client ${lost} the response`}.`
      : `An armed fault ${done}; the request ${notDone} processed.`,
    source: SOURCE,
    basis: 'injected',
  }
}
