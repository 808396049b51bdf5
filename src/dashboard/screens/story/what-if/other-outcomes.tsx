import { useMemo, useState } from 'preact/hooks'
import { ActionButton } from '../../../components/action-button.tsx'
import { SideBySide } from '../../../components/compare/side-by-side.tsx'
import { operationNouns } from '../../../../words/operations.ts'
import { outcomeLabel } from '../../../../words/outcomes.ts'
import { account } from '../../../state/account.ts'
import { linkTo } from '../../../state/route.ts'
import type { Alternatives, HistoryCall } from '../../../state/types.ts'
import { answerParts } from './answer-parts.ts'
import { outcomeRow, outcomeGroups, type OutcomeName } from './outcome-groups.ts'

type OtherOutcomesProps = { call: HistoryCall; found: Alternatives }

/** The answer to this call with any outcome, and a button that brings it about. */
export function OtherOutcomes({ call, found }: OtherOutcomesProps) {
  const [requested, setRequested] = useState<OutcomeName | ''>('')
  return (
    <>
      <label class="field">
        <span>Outcome to try</span>
        <select
          value={requested}
          onChange={({ currentTarget }) => setRequested(currentTarget.value as OutcomeName)}
        >
          <option value="">Choose …</option>
          {outcomeGroups.map(([group, outcomes]) => (
            <optgroup key={group} label={group}>
              {outcomes.map((outcome) => (
                <option key={outcome} value={outcome}>
                  {outcomeLabel(outcome)}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </label>
      {requested !== '' && (
        <Outcome key={requested} requested={requested} call={call} found={found} />
      )}
    </>
  )
}

type OutcomeProps = OtherOutcomesProps & { requested: OutcomeName }

function Outcome({ requested, call, found }: OutcomeProps) {
  return (
    <>
      <Answer requested={requested} call={call} found={found} />
      <BreakNext requested={requested} operation={call.operation} />
    </>
  )
}

function Answer({ requested, call, found }: OutcomeProps) {
  const other = found.outcomes?.find(({ outcome }) => outcome === requested)
  const parts = useMemo(() => other && answerParts(found.answer, other.answer), [found, other])
  const { sees } = outcomeRow(requested)
  if (parts) {
    return (
      <SideBySide
        label={`The answer that was given, and “${outcomeLabel(requested)}”`}
        titles={['Answer that was given', `“${outcomeLabel(requested)}”`]}
        parts={parts}
      />
    )
  }
  if (found.answer.outcome === requested) return <p>This is the answer that the call got.</p>
  if (sees !== undefined) return <p>The client would see: {sees}</p>
  // Why it cannot be is said once, beside the button.
  if (refusalOf(requested, call.operation) !== undefined) return null
  return <p>This call would have got the same answer.</p>
}

type BreakNextProps = { requested: OutcomeName; operation: HistoryCall['operation'] }

function BreakNext({ requested, operation }: BreakNextProps) {
  const calls = operation ?? 'any'
  const armed = account.value?.faults.find(
    ({ kind, operation: armedFor, skip }) =>
      kind === requested && skip === 0 && (armedFor === calls || armedFor === 'any'),
  )
  const refused = refusalOf(requested, operation)
  return (
    <div class="row">
      <ActionButton
        action="arm_fault"
        args={{ kind: requested, operation: calls, times: 1, ...outcomeRow(requested).example }}
        refused={refused ?? (armed && 'It is armed already.')}
      >
        Break it so next time
      </ActionButton>
      {/* The button says it, too. */}
      {refused !== undefined && (
        <span class="hint" aria-hidden="true">
          {refused}
        </span>
      )}
      {armed && (
        <span>
          Armed for the next {operationNouns(calls)[0]}.{' '}
          <a href={linkTo({ screen: 'overview' })}>See what is armed</a>
        </span>
      )}
    </div>
  )
}

/** Why the call cannot meet this outcome. */
function refusalOf(
  requested: OutcomeName,
  operation: HistoryCall['operation'],
): string | undefined {
  const { cannot, onlyCreates } = outcomeRow(requested)
  if (onlyCreates && operation !== 'create') return 'Only the creation of an alias can meet this.'
  return cannot
}
