import { describeTable } from './support/describe-table.ts'
import { cursors } from './tables/cursors.ts'

describeTable('what comes back as last_key', cursors)
