import { describeTable } from './support/describe-table.ts'
import { auth } from './tables/auth.ts'

describeTable('who calls', auth)
