import { successes, type Success } from '../../../../contract/operations.ts'
import type { Fault } from '../../../state/types.ts'

/** An outcome that one can ask for: a fault that forces it, or why none can. */
type Row = {
  onlyCreates?: true
  /** What the client sees, for what the sandbox cannot show before it happens. */
  sees?: string
  args?: object
  /** Why no fault can force it. */
  cannot?: string
}

type OutcomeName = Exclude<Fault['kind'], 'draw_collision' | 'answer'> | Success | 'bad_request'

const success = {
  cannot: 'No fault can force success: change what refuses the call instead, such as its plan.',
}

const rows: Record<OutcomeName, Row> = {
  created: { ...success, onlyCreates: true },
  listed: success,
  invalid_key: {},
  plan_required: {},
  plan_past_due: {},
  plan_canceled: {},
  burst: {},
  daily_cap: { onlyCreates: true },
  outage: {},
  collision: { onlyCreates: true },
  bad_request: {
    cannot:
      'No fault can force it: the service refuses what is malformed. Send such a call instead.',
  },
  delay: { sees: 'The same answer, 3 seconds later.', args: { ms: 3_000 } },
  drop_before: { sees: 'The connection closes before the call takes effect. Nothing changes.' },
  drop_after: {
    sees: 'The call takes effect, but the connection closes before the answer is sent.',
  },
  hang: {
    sees: 'No answer ever arrives, and nothing changes. The client waits until it gives up.',
  },
  truncate: { sees: 'The call takes effect, but its answer breaks off halfway.' },
  garbage: { sees: 'An HTML page with status 502, as from a proxy. Nothing changes.' },
  server_error: { sees: 'Status 500. Nothing changes.' },
}

/** The outcomes in the groups of the document’s Errors table; what it does not mention comes last. */
export const outcomeGroups: readonly (readonly [name: string, outcomes: readonly OutcomeName[]])[] =
  [
    ['Success', successes],
    ['API key', ['invalid_key']],
    ['Plan', ['plan_required', 'plan_past_due', 'plan_canceled']],
    ['Limits', ['burst', 'daily_cap']],
    ['Service', ['outage', 'collision']],
    ['Request', ['bad_request']],
    [
      'Lost, slow or broken answers',
      ['delay', 'drop_before', 'drop_after', 'hang', 'truncate', 'garbage', 'server_error'],
    ],
  ]

export type { OutcomeName }

export function outcomeRow(outcome: OutcomeName): Row {
  return rows[outcome]
}
