import { CONTROL } from '../contract/control/control-path.ts'
import { controlError } from '../contract/control-errors.ts'
import { limits, limitText } from '../contract/limits.ts'

/** An answer to a request that gets no further, on every host: it is no call of the service, and has no entry. */
export type Refusal = { status: number; message: string; headers?: Record<string, string> }

const MAX_TARGET = limits.targetBytes.value
const MAX_HEADERS = limits.headerLines.value

/** The methods that Node's parser of HTTP knows: another one is no HTTP to a port. */
const METHODS = new Set(
  `ACL BIND CHECKOUT CONNECT COPY DELETE GET HEAD LINK LOCK M-SEARCH MERGE MKACTIVITY MKCALENDAR MKCOL MOVE NOTIFY
  OPTIONS PATCH POST PROPFIND PROPPATCH PURGE PUT QUERY REBIND REPORT SEARCH SOURCE SUBSCRIBE TRACE UNBIND UNLINK UNLOCK
  UNSUBSCRIBE`.split(/\s+/),
)

export const NOT_HTTP = 'The request is not valid HTTP.'

export function refuseMethod(method: string): Refusal | undefined {
  return METHODS.has(method) ? undefined : { status: 400, message: NOT_HTTP }
}

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

/** `bytes` are those of the target and all headers. */
export function refuseHeaderBytes(bytes: number): Refusal | undefined {
  return bytes > limits.headerBytes.value ? headersTooLarge : undefined
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
