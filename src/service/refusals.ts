import { CONTROL } from '../contract/control/control-path.ts'
import { controlError } from '../contract/control-errors.ts'
import { limits, limitText } from '../contract/limits.ts'

/** An answer to a request that gets no further, on every host: it is no call of the service, and has no entry. */
export type Refusal = { status: number; message: string; headers?: Record<string, string> }

const MAX_TARGET = limits.targetBytes.value
const MAX_HEADERS = limits.headerLines.value

/** A path with its query. */
export function refuseTarget(target: string): Refusal | undefined {
  if (!target.startsWith('/')) {
    return { status: 400, message: 'The request target must be a path that starts with /.' }
  }
  if (target.length > MAX_TARGET) {
    return { status: 414, message: `The request target exceeds ${MAX_TARGET} bytes.` }
  }
  if (target.includes('#')) {
    return {
      status: 400,
      message: 'The request target must be a path that starts with / and has no #.',
    }
  }
  return undefined
}

export function refuseHeaders(count: number): Refusal | undefined {
  if (count <= MAX_HEADERS) return undefined
  return { status: 431, message: `The request has more than ${MAX_HEADERS} headers.` }
}

export const headersTooLarge: Refusal = {
  status: 431,
  message: `The request headers exceed ${limitText(limits.headerBytes)}.`,
}

const writes: readonly (string | undefined)[] = ['POST', 'PUT', 'PATCH', 'DELETE']

/** A foreign form cannot send application/json without a preflight, so writes to the control API require it. */
export function refuseForm(
  method: string | undefined,
  contentType: string | undefined,
): Refusal | undefined {
  if (!writes.includes(method)) return undefined
  if (/^application\/json\s*(;|$)/i.test(contentType ?? '')) return undefined
  return { status: 415, message: 'Send Content-Type: application/json, even without a body.' }
}

/** Whether a path, or a target, belongs to the control API. */
export function isControl(target: string): boolean {
  return target.startsWith(CONTROL) && /^(\/|\?|$)/.test(target.slice(CONTROL.length))
}

/** `{message}`, which the control API completes, and `/v1` for errors about plan and key. */
export function refusalBody(target: string, { status, message }: Refusal): object {
  return isControl(target) ? controlError(status, message) : { message }
}

export const CRASHED = 'Internal error in the sandbox; see its log for the stack trace.'
