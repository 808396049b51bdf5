import { Code } from '../../../components/code.tsx'
import { useMemo, useState } from 'preact/hooks'
import type { ChoiceView } from '../../../../client/client.ts'
import { ActionButton } from '../../../components/action-button.tsx'
import { OutcomeMark } from '../../../components/outcome-mark.tsx'
import { SideBySide } from '../../../components/compare/side-by-side.tsx'
import { countOf } from '../../../../text/numbers.ts'
import { differencesLabel, readingLabel, tierLabels } from '../../../labels/readings.ts'
import { choices } from '../../../state/account.ts'
import type { Alternatives } from '../../../state/types.ts'
import { answerParts } from './answer-parts.ts'

type Other = Alternatives['choices'][number]

/** The readings of the document under which the call would have been answered otherwise, point by point. */
export function OtherReadings({ found }: { found: Alternatives }) {
  const points = [...new Set(found.choices.map(({ choice }) => choice))]
  if (points.length === 0) {
    return (
      <>
        <p>No other reading of the document would have changed the answer to this call.</p>
        <OtherPoints points={points} />
      </>
    )
  }
  return (
    <>
      <p class="hint">
        The document leaves {countOf(points.length, 'point')} open on which this answer depends.
      </p>
      <ul>
        {points.map((id) => (
          <Point
            key={id}
            id={id}
            others={found.choices.filter(({ choice }) => choice === id)}
            actual={found.answer}
          />
        ))}
      </ul>
      <OtherPoints points={points} />
    </>
  )
}

/** The points on which the account does not use the default, though this answer does not depend on them. */
function OtherPoints({ points }: { points: readonly string[] }) {
  const changed = choices.value.filter(
    ({ id, value, default: standard }) => value !== standard && !points.includes(id),
  )
  if (changed.length === 0) return null
  return (
    <>
      <h4>Points on which this answer does not depend</h4>
      <ul>
        {changed.map((row) => (
          <li key={row.id} class="reading">
            <p>
              {row.question}
              <Code>{row.id}</Code>
            </p>
            <Reading row={row} />
          </li>
        ))}
      </ul>
    </>
  )
}

type PointProps = { id: string; others: readonly Other[]; actual: Alternatives['answer'] }

/** One question that the document leaves open. */
function Point({ id, others, actual }: PointProps) {
  const row = choices.value.find((each) => each.id === id)
  return (
    <li class="reading">
      <h4>{row?.question ?? id}</h4>
      <p class="hint">
        {row && <>The document: {row.source}</>}
        <Code>{id}</Code>
      </p>
      {row && <Reading row={row} />}
      <ul>
        {others.map((other) => (
          <Otherwise
            key={String(other.value)}
            other={other}
            actual={actual}
            question={row?.question ?? id}
          />
        ))}
      </ul>
    </li>
  )
}

type OtherwiseProps = { other: Other; actual: Alternatives['answer']; question: string }

/** The answer under one other reading, beside the answer that was given. */
function Otherwise({ other, actual, question }: OtherwiseProps) {
  const { choice, value, tier, differs, answer } = other
  const name = readingLabel(value)
  const [isOpen, setOpen] = useState(differs.includes('status'))
  const parts = useMemo(() => answerParts(actual, answer), [actual, answer])
  const row = choices.value.find(({ id }) => id === choice)
  return (
    <li class="otherwise">
      <div class="row">
        <b>{name}</b>
        <span class="chip">{tier === null ? 'the default' : tierLabels[tier]}</span>
        <OutcomeMark status={answer.response.status} outcome={answer.outcome} />
        <UseReading {...{ row, value }} label={`Use this reading: ${name}. ${question}`} />
      </div>
      <details open={isOpen} onToggle={({ currentTarget: { open } }) => setOpen(open)}>
        <summary>Differs in {differencesLabel(differs)}</summary>
        {isOpen && (
          <>
            <SideBySide
              label={`The answer that was given, and the answer under ${name}`}
              titles={['Answer that was given', `Answer under “${name}”`]}
              parts={parts}
            />
            {answer.why !== actual.why && <p class="hint">{answer.why}</p>}
          </>
        )}
      </details>
    </li>
  )
}

type UseReadingProps = { row: ChoiceView | undefined; value: Other['value']; label: string }

function UseReading({ row, value, label }: UseReadingProps) {
  if (!row) return null
  if (row.value === value) return <span class="chip in-use">✓ in use</span>
  return (
    <ActionButton
      action="set_choices"
      args={{ [row.id]: value }}
      label={label}
      refused={refusalOf(row)}
    >
      Use this reading
    </ActionButton>
  )
}

/** Which reading the account uses now, and the way back to the default. */
function Reading({ row }: { row: ChoiceView }) {
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
function refusalOf({ id, fixed }: ChoiceView): string | undefined {
  return fixed
    ? `The sandbox was started with a reading of its own (--choice ${id}=…), which holds for every account.`
    : undefined
}
