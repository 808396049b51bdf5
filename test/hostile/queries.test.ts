import { describeTable } from './support/describe-table.ts'
import { queries } from './tables/queries.ts'

describeTable('the query of a list', queries)
