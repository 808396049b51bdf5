import { useMemo, useState } from 'preact/hooks'
import { toNumber } from '../../../text/numbers.ts'
import { compareLines } from './compare-lines.ts'
import { Lines, isFolded } from './lines.tsx'

/** A part of two answers, as texts, such as their headers. */
export type Part = Readonly<{ name: string; left: string; right: string }>

type SideBySideProps = {
  /** What is compared, for screen readers. */
  label: string
  titles: readonly [string, string]
  parts: readonly Part[]
}

/**
 * Two answers beside each other, part by part; on narrow screens below each other. The roles are
 * named because a table whose cells are stacked loses them.
 */
export function SideBySide({ label, titles, parts }: SideBySideProps) {
  const [isWhole, setWhole] = useState(false)
  const rows = useMemo(
    () =>
      parts.map(({ name, left, right }) => ({
        name,
        isSame: left === right,
        sides: compareLines(left, right),
      })),
    [parts],
  )
  const hasMore = rows.some(({ sides }) => sides.some(isFolded))
  const count = Math.max(
    ...[0, 1].map((side) => rows.reduce((sum, row) => sum + row.sides[side]!.length, 0)),
  )
  return (
    <div class="side-by-side">
      <table role="table" aria-label={label}>
        <thead>
          <tr role="row">
            <td role="cell" />
            {titles.map((title) => (
              <th key={title} role="columnheader" scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, sides, isSame }) => (
            <tr key={name} role="row">
              <th role="rowheader" scope="row">
                {name}
              </th>
              {isSame ? (
                <td role="cell" class="same" colSpan={2} data-title="The same in both">
                  <Lines lines={sides[0]} isWhole={isWhole} />
                </td>
              ) : (
                sides.map((lines, side) => (
                  <td key={side} role="cell" data-title={titles[side]}>
                    <Lines lines={lines} isWhole={isWhole} />
                  </td>
                ))
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {hasMore && (
        <button type="button" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show only what differs' : `Show all ${toNumber(count)} lines`}
        </button>
      )}
    </div>
  )
}
