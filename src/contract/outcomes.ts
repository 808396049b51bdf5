import { documentedErrors, errors, type ErrorName } from './errors.ts'
import { faultKinds, type FaultKind } from './faults.ts'
import { successes, type Success } from './operations.ts'

/** The ends of a call: success, an error, or a fault. */
export const outcomes = [
  ...new Set([...successes, ...documentedErrors, ...Object.keys(errors), ...faultKinds]),
] as Outcome[]

/** By its keys: so the compiler writes it out in the declarations of the package, which know no other one. */
export type Outcome = keyof Record<Success | ErrorName | FaultKind, never>

/** Details of the document that only show inside a call. The report counts them as it counts outcomes. */
const documentedDetails = [
  'created_with_expiry',
  'created_single_use',
  'listed_with_limit',
  'listed_next_page',
] as const

export type DocumentedDetail = (typeof documentedDetails)[number]

/** An outcome or detail of which a report says whether it was covered. */
export type Coverable = Success | (typeof documentedErrors)[number] | DocumentedDetail
