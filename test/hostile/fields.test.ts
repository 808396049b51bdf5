import { describeTable } from './support/describe-table.ts'
import { fields } from './tables/fields.ts'

describeTable('the fields of a creation', fields)
