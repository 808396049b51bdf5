import { describeTable } from './support/describe-table.ts'
import { bodies } from './tables/bodies.ts'

describeTable('what comes as a body', bodies)
