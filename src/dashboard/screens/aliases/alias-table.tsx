import type { Alias } from '../../state/types.ts'
import { AliasRow } from './alias-row.tsx'

type AliasTableProps = {
  aliases: readonly Alias[]
  onDelete: (alias: Alias) => void
}

/** The roles are written out, because a narrow page shows the rows as cards, which are no table to a browser. */
export function AliasTable({ aliases, onDelete }: AliasTableProps) {
  return (
    <table class="aliases" role="table">
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
