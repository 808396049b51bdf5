import { laws as access } from './laws/access.ts'
import { laws as creation } from './laws/creation.ts'
import { laws as limits } from './laws/limits.ts'
import { laws as listing } from './laws/listing.ts'
import { laws as objects } from './laws/objects.ts'
import { laws as status } from './laws/status.ts'
import { laws as whole } from './laws/whole.ts'
import type { Law } from './moment.ts'

/** What holds of every sandbox at every moment, whatever was done to it. */
export const laws: readonly Law[] = [
  ...objects,
  ...creation,
  ...listing,
  ...status,
  ...limits,
  ...access,
  ...whole,
]
