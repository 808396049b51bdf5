/** The format of durations. Kept apart from the schemas, so that code that only parses flags need not load them. */

export const DURATION = /^(\d+(\.\d+)?(ms|s|m|h|d|w))+$/
export const RELATIVE = /^[+-](\d+(\.\d+)?(ms|s|m|h|d|w))+$/

type Unit = 'ms' | 's' | 'm' | 'h' | 'd' | 'w'
type Part = `${number}${Unit}`

/** Text with a unit, such as `100ms`, `90s`, `25h` or `1d12h`. */
export type Duration = Part | `${Part}${Part}` | `${Part}${Part}${Part}`
