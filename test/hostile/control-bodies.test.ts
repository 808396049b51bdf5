import { describeTable } from './support/describe-table.ts'
import { controlBodies } from './tables/control-bodies.ts'

describeTable('what is given to the control API', controlBodies)
