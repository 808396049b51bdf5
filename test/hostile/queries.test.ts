import { describeTable } from './describe-table.ts'
import { queries } from './tables/queries.ts'

describeTable('the query of a list', queries)
