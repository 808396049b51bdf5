import { aliasLies } from './lies/aliases.ts'
import { bodyLies } from './lies/bodies.ts'
import { aliasFieldLies } from './lies/fields.ts'
import { pagingLies } from './lies/paging.ts'
import { refusalLies } from './lies/refusals.ts'
import { waitingLies } from './lies/waiting.ts'
import type { Lie } from './lie.ts'

/**
 * All lies, those of the most worth first. What the document leaves open is no lie and has no row: the order
 * of a list, further fields, the wording of messages; `exec --each choice` asks about those.
 */
export const lies: readonly Lie[] = Object.entries({
  paging: pagingLies,
  aliases: aliasLies,
  bodies: bodyLies,
  waiting: waitingLies,
  refusals: refusalLies,
  fields: aliasFieldLies,
})
  .flatMap(([subject, rows]) =>
    Object.entries(rows).map(([id, row]): Lie => ({ id, subject, ...row })),
  )
  .toSorted((a, b) => a.worth - b.worth)

export const lieIds: readonly string[] = lies.map(({ id }) => id)
