import { documentedErrors, errors } from './errors.ts'
import { faultKinds } from './faults.ts'

/** How a call can end: done, refused by a row of the Errors table, or struck by a fault. */
export const outcomes = [
  ...new Set(['created', 'listed', ...documentedErrors, ...Object.keys(errors), ...faultKinds]),
]
