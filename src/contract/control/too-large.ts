import { ActionError } from './action-error.ts'
import { boundText } from '../values/bound.ts'
import { storedBounds } from '../values/bounds.ts'

/** For an answer of the control API that would be too large; `instead` says what to do. */
export function tooLarge(instead: string): ActionError {
  const most = boundText(storedBounds.controlAnswerBytes)
  return new ActionError(413, `the response would exceed ${most}; ${instead}`)
}
