import { documentedErrors, errors } from './errors.ts'
import { faultKinds } from './faults.ts'

/** How a call can end: with success, an error, or a fault. */
export const outcomes = [
  ...new Set(['created', 'listed', ...documentedErrors, ...Object.keys(errors), ...faultKinds]),
]
