import type { Handlers } from '../route.ts'
import { checkScenarioText } from '../scenario-check.ts'

/** The documents that a client can look up, and the check of a scenario. */
export const catalogHandlers = {
  'POST scenarios/check': checkScenarioText,
  'GET actions': async ({ parts }) => ({ body: { actions: await parts.documents.actions() } }),
  'GET openapi.json': async ({ parts, query }) => ({
    body: (await parts.documents.openapi(query.read('api'))) as Record<string, unknown>,
  }),
} satisfies Partial<Handlers>
