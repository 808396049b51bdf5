import { SandboxError } from './error.ts'

/**
 * In code a duration is text with a unit. A bare number is refused before anything is sent: readers of
 * JavaScript take it for milliseconds, the control API for seconds.
 */

/** Every argument, option and field of a scenario that is a duration. */
const durationFields: readonly string[] = ['by', 'for', 'burst_resets_in', 'timeout']
/** What is sent to or compared with `/v1` as it stands, whatever its fields are called. */
const payloadFields: readonly string[] = ['body', 'alias']

const MAX_DEPTH = 20

/** @throws SandboxError `bad_argument` naming the field and both readings of the number. */
export function refuseBareDurations(value: unknown, path = '', depth = 0): void {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return
  for (const [key, inner] of Object.entries(value)) {
    const at = Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`
    if (durationFields.includes(key) && isBare(inner)) {
      const message = `${at}: ${inner} could mean ${inner}ms or ${inner}s; write '${inner}ms' or '${inner}s'`
      throw new SandboxError('bad_argument', message, { field: at })
    }
    if (!payloadFields.includes(key)) refuseBareDurations(inner, at, depth + 1)
  }
}

function isBare(value: unknown): value is string | number {
  if (typeof value === 'number') return value >= 0 // others are no duration by any reading
  return typeof value === 'string' && /^\d+(\.\d+)?$/.test(value)
}
