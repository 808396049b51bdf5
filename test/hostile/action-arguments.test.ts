import { describeTable } from './support/describe-table.ts'
import { actionArguments } from './tables/action-arguments.ts'

describeTable('what is given to actions', actionArguments)
