import { controlRouteList } from '../contract/control/routes.ts'
import type { Handlers, Route } from './route.ts'
import { accountHandlers } from './routes/accounts.ts'
import { actionHandlers } from './routes/actions.ts'
import { catalogHandlers } from './routes/catalog.ts'
import { eventHandlers } from './routes/events.ts'
import { historyHandlers } from './routes/history.ts'
import { inboxHandlers } from './routes/inbox.ts'
import { requestHandlers } from './routes/requests.ts'
import { liveHandlers } from './routes/live.ts'
import { replayHandlers } from './routes/replay.ts'
import { sessionHandlers } from './routes/session.ts'

/** The handlers of all routes, one file per subject. */
const handlers: Handlers = {
  ...liveHandlers,
  ...catalogHandlers,
  ...accountHandlers,
  ...inboxHandlers,
  ...requestHandlers,
  ...actionHandlers,
  ...historyHandlers,
  ...replayHandlers,
  ...eventHandlers,
  ...sessionHandlers,
}

/** The rows of the control API, each with what answers it. */
export const routes: readonly Route[] = controlRouteList.map((row) => ({
  ...row,
  // A handler takes the parameters of its own row.
  answer: handlers[row.name] as Route['answer'],
}))
