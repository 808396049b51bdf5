import type { Handlers } from '../route.ts'
import { checkScenarioText } from '../scenario-check.ts'

/** The documents that a client can look up, and the check of a scenario. */
export const catalogHandlers = {
  'POST scenarios/check': checkScenarioText,
  'GET actions': ({ parts }) => ({ body: { actions: parts.documents.actions() } }),
  'GET openapi.json': ({ parts, query }) => ({ body: parts.documents.openapi(query.read('api')) }),
} satisfies Partial<Handlers>
