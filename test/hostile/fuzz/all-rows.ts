import type { HostileRow } from '../support/row.ts'
import { actionArguments } from '../tables/action-arguments.ts'
import { auth } from '../tables/auth.ts'
import { bodies } from '../tables/bodies.ts'
import { controlBodies } from '../tables/control-bodies.ts'
import { controlRoutes } from '../tables/control-routes.ts'
import { cursors } from '../tables/cursors.ts'
import { fields } from '../tables/fields.ts'
import { framing } from '../tables/framing.ts'
import { headers } from '../tables/headers.ts'
import { queries } from '../tables/queries.ts'
import { routes } from '../tables/routes.ts'

/** A longer row tests its size, so changing a few bytes of it is useless. */
const MAX_LENGTH = 20_000

const all: readonly HostileRow[] = [
  framing,
  headers,
  auth,
  bodies,
  fields,
  queries,
  cursors,
  routes,
  controlRoutes,
  controlBodies,
  actionArguments,
].flat()

/** The rows of every table that are short enough to be mutated. */
export const allRows = all.filter(({ sent }) => sent.length <= MAX_LENGTH)
