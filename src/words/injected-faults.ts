import type { DelayTimes } from '../contract/delay-times.ts'
import { faultRanges, serverErrors } from '../contract/fault-ranges.ts'
import type { InjectedFault, TakesOf } from '../contract/faults.ts'
import { type FieldsOf, effectField } from './fault-form.ts'
import type { AnswerFacts, FaultRow, OutcomeRow } from './rows.ts'
import { spanOf } from './times.ts'

/** A fault that the document does not mention, as what is armed and as how a call ended. */
type InjectedFaultRow = FaultRow & OutcomeRow

const breaks = ({ isMade }: AnswerFacts) =>
  `The connection breaks ${isMade ? 'after the alias was created' : 'before the answer'}.`
const made = ({ isMade }: AnswerFacts) => (isMade ? ' after the alias was created' : '')

/** Injected faults in words: the one table of them, in the order of a list. */
export const injectedFaults: {
  readonly [Kind in InjectedFault]: InjectedFaultRow & FieldsOf<Kind> & TakesOf<Kind>
} = {
  drop_after: {
    label: 'Answer lost after the request took effect',
    group: 'lost',
    does: () => [
      'takes effect, but its answer gets lost',
      'take effect, but their answers get lost',
    ],
    told: breaks,
  },
  drop_before: {
    label: 'Connection lost before the request took effect',
    group: 'lost',
    does: () => [
      'loses its connection before taking effect',
      'lose their connection before taking effect',
    ],
    told: breaks,
  },
  delay: {
    label: 'Slow answer',
    group: 'broken',
    does: ({ ms = 0 }) => {
      const late = `answered ${lateness(ms)}`
      return [`is ${late}`, `are ${late}`]
    },
    told: ({ status }) => `The answer is ${status}.`,
    takes: 'delay_ms',
    fields: {
      ms: {
        label: 'Slow by',
        type: 'seconds',
        range: faultRanges.ms,
        unit: 'seconds of real time',
        initial: '3',
      },
    },
  },
  hold: {
    label: 'Answer after a later one',
    group: 'broken',
    does: () => [
      'takes effect, but its answer waits until another request is answered',
      'take effect, but their answers wait until another request is answered',
    ],
    told: ({ status }) => `The answer is ${status}.`,
    takes: 'hold_ms',
  },
  dribble: {
    label: 'Answer in pieces',
    group: 'broken',
    does: ({ ms = 0 }) => {
      const late = lateness(ms)
      return [
        `gets its answer in pieces, the last of them ${late}`,
        `get their answers in pieces, the last of them ${late}`,
      ]
    },
    told: ({ status }) => `The answer is ${status}.`,
    takes: 'dribble_ms',
    fields: {
      ms: {
        label: 'Body takes',
        type: 'seconds',
        range: faultRanges.ms,
        unit: 'seconds of real time',
        initial: '10',
      },
    },
  },
  connection_reset: {
    label: 'Connection reset',
    group: 'lost',
    does: ({ after }) =>
      after
        ? [
            'takes effect, but its connection is reset',
            'take effect, but their connections are reset',
          ]
        : [
            'has its connection reset before taking effect',
            'have their connections reset before taking effect',
          ],
    told: ({ isMade }) =>
      `The connection is reset ${isMade ? 'after the alias was created' : 'before the answer'}.`,
    fields: { after: effectField },
  },
  hang: {
    label: 'No answer at all',
    group: 'broken',
    does: ({ after }) =>
      after
        ? ['takes effect, but gets no answer at all', 'take effect, but get no answer at all']
        : ['gets no answer at all', 'get no answer at all'],
    told: ({ isMade }) => `No answer ever comes${isMade ? ', but the alias was created' : ''}.`,
    fields: { after: effectField },
  },
  truncate: {
    label: 'Answer cut off',
    group: 'broken',
    does: () => [
      'takes effect, but its answer is cut off',
      'take effect, but their answers are cut off',
    ],
    told: (answer) => `The answer is cut off halfway${made(answer)}.`,
  },
  garbage: {
    label: 'Error page of a proxy',
    group: 'broken',
    does: ({ status = 502 }) => [
      `gets the error page of a proxy (${status})`,
      `get the error page of a proxy (${status})`,
    ],
    told: ({ status }) => `The answer is ${status} with an HTML page, as from a proxy.`,
    fields: {
      status: {
        label: 'Status of the page',
        type: 'whole',
        range: faultRanges.status,
        hasBody: true,
        initial: '502',
      },
    },
  },
  server_error: {
    label: 'Server error',
    group: 'broken',
    does: ({ status = 500, after }) =>
      after
        ? [
            `takes effect, but gets ${status} Server error`,
            `take effect, but get ${status} Server error`,
          ]
        : [`gets ${status} Server error`, `get ${status} Server error`],
    told: (answer) => `The answer is ${answer.status}${made(answer)}.`,
    fields: {
      status: {
        label: 'Status',
        type: 'choice',
        options: serverErrors.map((status) => [String(status), status]),
        initial: '500',
      },
      after: effectField,
    },
  },
  answer: {
    label: 'Answer of your own',
    group: 'broken',
    does: ({ status = 200, after }) => {
      const [first, many] = after ? ['takes effect, but ', 'take effect, but '] : ['', '']
      const own = `${status}, an answer of your own`
      return [`${first}gets ${own}`, `${many}get ${own}`]
    },
    told: (answer) => `The answer is one of your own, ${answer.status}${made(answer)}.`,
    fields: {
      status: { label: 'Status', type: 'whole', range: faultRanges.status, initial: '418' },
      after: effectField,
      json: {
        label: 'Body, as JSON (empty: none)',
        type: 'json',
        lines: 5,
        initial: '{"message": "I am a teapot."}',
      },
      headers: {
        label: 'Headers, one per line (empty: none)',
        type: 'headers',
        lines: 2,
        initial: '',
      },
      body: null,
    },
  },
}

/** `3 seconds late`, `between 50 milliseconds and 3 seconds late, in turn`. */
function lateness(ms: DelayTimes): string {
  const span = (each: number) => spanOf(each < 1_000 ? `${each}ms` : `${each / 1_000}s`)
  if (typeof ms === 'number') return `${span(ms)} late`
  if (Array.isArray(ms)) {
    const [least, most] = [Math.min(...ms), Math.max(...ms)]
    return least === most ? `${span(most)} late` : `${span(least)} to ${span(most)} late, in turn`
  }
  return `late: half of them by at most ${span(ms.p50)}, 99 of 100 by at most ${span(ms.p99)}`
}
