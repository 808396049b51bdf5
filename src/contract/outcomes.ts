import { documentedErrors, errors } from './errors.ts'
import { faultKinds } from './faults.ts'
import { successes } from './operations.ts'

/** How a call can end: with success, an error, or a fault. */
export const outcomes = [
  ...new Set([...successes, ...documentedErrors, ...Object.keys(errors), ...faultKinds]),
]
