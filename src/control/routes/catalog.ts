import type { ActionView } from '../../contract/control/control-shapes.ts'
import { readPackageJson } from '../../node/files/package-files.ts'
import { readOpenapi } from '../openapi.ts'
import type { Handlers } from '../route.ts'
import { checkScenarioText } from '../scenario-check.ts'

/** What a client can look up in files of the package, and the check of a scenario. */
export const catalogHandlers = {
  'POST scenarios/check': checkScenarioText,
  // The build makes them from the table of actions.
  'GET actions': () => ({
    body: { actions: readPackageJson('generated/actions.json') as ActionView[] },
  }),
  'GET openapi.json': ({ query }) => ({ body: readOpenapi(query.read('api')) }),
} satisfies Partial<Handlers>
