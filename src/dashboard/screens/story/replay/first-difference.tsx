import { useMemo } from 'preact/hooks'
import { SideBySide } from '../../../components/compare/side-by-side.tsx'
import { toPretty } from '../../../labels/json.ts'
import type { Replay } from '../../../state/types.ts'

type First = NonNullable<Replay['first']>

/** The first answer that a replay gave otherwise, recorded and replayed, field by field. */
export function FirstDifference({ first }: { first: First }) {
  return (
    <div class="first-difference">
      {first.earlier && <Difference title="Before that, differs" entry={first.earlier} />}
      <Difference title="The first answer that differs" entry={first} />
    </div>
  )
}

type DifferenceProps = { title: string; entry: Omit<First, 'earlier'> }

function Difference({ title, entry: { account, id, differences } }: DifferenceProps) {
  const parts = useMemo(
    () =>
      differences.map(({ field, recorded, replayed }) => ({
        name: field,
        left: toText(recorded),
        right: toText(replayed),
      })),
    [differences],
  )
  return (
    <>
      <h3>
        {title}: {id} <small class="identifier">of {account}</small>
      </h3>
      <SideBySide
        label={`${title}: ${id}, recorded and replayed`}
        titles={['Recorded in the file', 'Replayed here']}
        parts={parts}
      />
    </>
  )
}

function toText(value: unknown): string {
  return value === undefined ? '(none)' : toPretty(value)
}
