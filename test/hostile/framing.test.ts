import { describeTable } from './support/describe-table.ts'
import { framing } from './tables/framing.ts'

describeTable('where a message begins and ends', framing)
