import { describeTable } from './support/describe-table.ts'
import { headers } from './tables/headers.ts'

describeTable('the fields of a head', headers)
