import type { MessagePort } from 'node:worker_threads'
import { ActionError } from '../../contract/control/action-error.ts'
import type { JobName } from '../../control/work/work.ts'
import { toText, type Bytes } from '../../text/bytes.ts'
import { jobs } from './jobs.ts'
import type { Order, Outcome } from './messages.ts'

/** Does the jobs that arrive at the port, one after another. */
export function serveJobs(port: MessagePort): void {
  let pieces: string[] = []
  const serve = async (name: JobName, text: string, options: object) => {
    const outcome = await outcomeOf(name, text, options)
    port.postMessage(outcome, movable(outcome))
  }
  port.on('message', (order: Order) => {
    if ('text' in order) {
      pieces.push(typeof order.text === 'string' ? order.text : toText(order.text))
      return
    }
    const text = pieces.join('')
    pieces = []
    void serve(order.name as JobName, text, order.options)
  })
}

/** The bytes of a result, which need not be copied. */
function movable(outcome: Outcome): ArrayBuffer[] {
  const { bytes } = ('result' in outcome ? (outcome.result ?? {}) : {}) as { bytes?: Bytes }
  return bytes === undefined ? [] : [bytes.buffer]
}

type Job = (text: string, options: object) => unknown

async function outcomeOf(name: JobName, text: string, options: object): Promise<Outcome> {
  try {
    return { result: await (jobs[name] as Job)(text, options) }
  } catch (error) {
    if (!(error instanceof ActionError)) throw error
    return { refused: error.refusal }
  }
}
