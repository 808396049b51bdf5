import { limits, limitText } from '../limits.ts'
import { ActionError } from './action-error.ts'

/** For an answer of the control API that would be too large; `instead` says what to do. */
export function tooLarge(instead: string): ActionError {
  const most = limitText(limits.stateBytes)
  return new ActionError(413, `the response would exceed ${most}; ${instead}`)
}
