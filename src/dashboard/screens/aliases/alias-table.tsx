import { useEffect } from 'preact/hooks'
import type { Alias } from '../../state/types.ts'
import { AliasRow } from './alias-row.tsx'
import type { Attention } from './held-rows.ts'

type AliasTableProps = {
  aliases: readonly Alias[]
  onDelete: (alias: Alias) => void
  onAttention: (change: (before: Attention) => Attention) => void
}

/** The roles are written out, because a narrow page shows the rows as cards, which are no table to a browser. */
export function AliasTable({ aliases, onDelete, onAttention }: AliasTableProps) {
  const note = (change: Partial<Attention>) => onAttention((before) => ({ ...before, ...change }))
  // A table that goes away is left by nobody.
  useEffect(() => () => note({ isPointed: false, isUsed: false }), [])
  return (
    <table
      class="aliases"
      role="table"
      onMouseEnter={() => note({ isPointed: true })}
      onMouseLeave={({ currentTarget }) =>
        note({ isPointed: false, isUsed: hasFocus(currentTarget) })
      }
      onFocusIn={() => note({ isUsed: true })}
      onFocusOut={() => note({ isUsed: false })}
      onClick={() => note({ isUsed: true })} // not every browser gives a button the focus
    >
      <thead role="rowgroup">
        <tr role="row">
          {['Address', 'Label', 'Status', 'Forwarded', 'Expires'].map((title) => (
            <th key={title} scope="col" role="columnheader">
              {title}
            </th>
          ))}
          <th scope="col" role="columnheader">
            <span class="unseen">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {aliases.map((alias) => (
          <AliasRow key={alias.id} alias={alias} onDelete={() => onDelete(alias)} />
        ))}
      </tbody>
    </table>
  )
}

function hasFocus(table: Element): boolean {
  return table.contains(document.activeElement)
}
