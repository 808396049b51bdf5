import { routes } from '../../src/control/routes.ts'
import { describeTable } from './support/describe-table.ts'
import { control, row } from './support/row.ts'
import { controlRoutes } from './tables/control-routes.ts'

describeTable('routes and queries of the control API', controlRoutes)

const ASKS = 'docs/control-api.md'
const pathOf = (path: string) =>
  path.replace(':account', 'default').replace(':action', 'reset').replace(/:\w+/, 'none')

describeTable(
  'a parameter that the route does not have',
  routes.flatMap(({ method, path }) =>
    ['?typo=1', '?limit=1?typo=2', '?__proto__=1', '?account=default&account=default'].map(
      (query) => {
        const line = `${method} ${pathOf(path)}${query}`
        return row(line, control(line, method === 'PUT' ? '' : '{}'), 400, ASKS)
      },
    ),
  ),
)
