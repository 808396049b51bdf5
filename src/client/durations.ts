import { SandboxError } from './error.ts'

/** All arguments, options and fields of a scenario that are durations. */
const durationFields: readonly string[] = ['by', 'for', 'burst_resets_in', 'timeout']
/** Fields whose content belongs to `/v1`, so the names inside mean something else. */
const payloadFields: readonly string[] = ['body', 'json', 'headers', 'header', 'query', 'alias']

const MAX_DEPTH = 20

/**
 * Refuses durations without a unit before anything is sent: JavaScript programmers expect milliseconds,
 * the control API expects seconds.
 * @throws SandboxError `bad_argument` that names the field and both readings of the number.
 */
export function refuseBareDurations(value: unknown, path = '', depth = 0): void {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return
  for (const [key, inner] of Object.entries(value)) {
    const at = Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`
    if (durationFields.includes(key) && isBare(inner)) {
      const message = `${at}: the unit of ${inner} is unclear; write '${inner}ms' or '${inner}s'`
      throw new SandboxError('bad_argument', message, { field: at })
    }
    if (!payloadFields.includes(key)) refuseBareDurations(inner, at, depth + 1)
  }
}

function isBare(value: unknown): value is string | number {
  if (typeof value === 'number') return value >= 0 // a negative number is invalid in any unit
  return typeof value === 'string' && /^\d+(\.\d+)?$/.test(value)
}
