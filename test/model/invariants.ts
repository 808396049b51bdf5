import { invariants as access } from './invariants/access.ts'
import { invariants as creation } from './invariants/creation.ts'
import { invariants as limits } from './invariants/limits.ts'
import { invariants as listing } from './invariants/listing.ts'
import { invariants as objects } from './invariants/objects.ts'
import { invariants as status } from './invariants/status.ts'
import { invariants as whole } from './invariants/whole.ts'
import type { Law } from './moment.ts'

/** The invariants of every sandbox at every moment, whatever happened before. */
export const invariants: readonly Law[] = [
  ...objects,
  ...creation,
  ...listing,
  ...status,
  ...limits,
  ...access,
  ...whole,
]
