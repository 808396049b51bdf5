import { describeTable } from './describe-table.ts'
import { controlRoutes } from './tables/control-routes.ts'

describeTable('routes and queries of the control API', controlRoutes)
