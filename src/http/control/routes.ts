import type { Route } from './route.ts'
import { accountRoutes } from './routes/accounts.ts'
import { actionRoutes } from './routes/actions.ts'
import { catalogRoutes } from './routes/catalog.ts'
import { eventRoutes } from './routes/events.ts'
import { historyRoutes } from './routes/history.ts'
import { journalRoutes } from './routes/journal.ts'
import { liveRoutes } from './routes/live.ts'
import { replayRoutes } from './routes/replay.ts'
import { stateRoutes } from './routes/state.ts'
import { stopRoute } from './routes/stop.ts'

/** The control API: one row per route, one file per subject. */
export const routes: readonly Route[] = [
  ...liveRoutes('GET'),
  ...liveRoutes('HEAD'),
  stopRoute,
  ...catalogRoutes,
  ...accountRoutes,
  ...journalRoutes,
  ...actionRoutes,
  ...historyRoutes,
  ...replayRoutes,
  ...eventRoutes,
  ...stateRoutes,
]
