import { describeTable } from './support/describe-table.ts'
import { routes } from './tables/routes.ts'

describeTable('paths and methods that are not there', routes)
