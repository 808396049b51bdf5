import type { InjectedFault } from '../../../../contract/faults.ts'
import { successes, type Success } from '../../../../contract/operations.ts'
import { injectedFaults } from '../../../../words/injected-faults.ts'
import type { Fault } from '../../../state/types.ts'

/** An outcome that one can ask for: a fault that forces it, or why none can. */
type Row = {
  onlyCreates?: true
  /** Why no fault can force it. */
  cannot?: string
}

/** An answer of one's own needs arguments, which the form of faults asks for. */
type Forced = Exclude<InjectedFault, 'answer'>
type OutcomeName = Exclude<Fault['kind'], 'draw_collision' | 'answer'> | Success | 'bad_request'
const forcedKinds = (Object.keys(injectedFaults) as InjectedFault[]).filter(
  (kind): kind is Forced => kind !== 'answer',
)

const success = {
  cannot: 'No fault can force success: change what refuses the call instead, such as its plan.',
}

const rows: Record<Exclude<OutcomeName, Forced>, Row> = {
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
    ['Lost, slow or broken answers', forcedKinds],
  ]

export type { OutcomeName }

/** What the sandbox cannot show before it happens says what the client sees. */
export function outcomeRow(outcome: OutcomeName): Row & { sees?: string; example?: object } {
  return { ...rows, ...injectedFaults }[outcome]
}
