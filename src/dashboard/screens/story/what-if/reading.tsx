import { ActionButton } from '../../../components/action-button.tsx'
import { readingLabel } from '../../../labels/readings.ts'
import type { ChoiceView } from '../../../../client/client.ts'

/** Which reading the account uses now, and the way back to the default. */
export function Reading({ row }: { row: ChoiceView }) {
  const { id, question, value, default: standard } = row
  if (value === standard || row.fixed) {
    return (
      <p>
        In use now: <b>{readingLabel(value)}</b>
        {value === standard && ', the default'}. {refusalOf(row)}
      </p>
    )
  }
  return (
    <div class="row">
      <p>
        In use now: <b>{readingLabel(value)}</b>, not the default ({readingLabel(standard)}).
      </p>
      <ActionButton
        action="set_choices"
        args={{ [id]: standard }}
        label={`Back to the default: ${readingLabel(standard)}. ${question}`}
      >
        Back to the default
      </ActionButton>
    </div>
  )
}

/** Why the account cannot use another reading. */
export function refusalOf({ id, fixed }: ChoiceView): string | undefined {
  return fixed
    ? `The sandbox was started with a reading of its own (--choice ${id}=…), which holds for every account.`
    : undefined
}
