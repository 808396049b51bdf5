import { printable } from '../text/escape.ts'

/** What went wrong, for programs. */
export type SandboxErrorCode =
  /** An option, an argument or a scenario is invalid; `field` names it if possible. */
  | 'bad_argument'
  /** The control token is missing or invalid (401), or the sandbox does not allow this caller (403). */
  | 'unauthorized'
  /** The account, action, fault or request does not exist (404). */
  | 'not_found'
  /** Not possible in the current state (409), or too large (413); the message says why. */
  | 'refused'
  /** The expected calls did not arrive in time (408). */
  | 'timeout'
  /** No server answers at the URL. */
  | 'unreachable'
  /** The server at the URL is not alias-sandbox. */
  | 'not_a_sandbox'
  /** The alias-sandbox at the URL has another major version. */
  | 'wrong_version'
  /** The port or address is in use or not available. */
  | 'cannot_listen'
  /** The file of `db` cannot be used, or the last changes could not be written to it. */
  | 'database'
  /** The sandbox was closed, or the account was disposed, before this call. */
  | 'closed'
  /** The sandbox failed in another way; `status` is its response status. */
  | 'failed'

const codeOfStatus: Readonly<Record<number, SandboxErrorCode>> = {
  400: 'bad_argument',
  401: 'unauthorized',
  403: 'unauthorized',
  404: 'not_found',
  408: 'timeout',
  409: 'refused',
  413: 'refused',
}

type Details = { status?: number; field?: string; url?: string; cause?: unknown }

/**
 * The error class of this package.
 *
 * @example
 * try {
 *   await account.do('settle_invoice')
 * } catch (error) {
 *   if (error instanceof SandboxError && error.code === 'refused') console.log(error.message)
 * }
 */
export class SandboxError extends Error {
  readonly code: SandboxErrorCode
  /** The response status of the control API, if it responded. */
  readonly status: number | undefined
  /** The invalid option or argument, if there is one. */
  readonly field: string | undefined
  /** The URL of the sandbox, if the error concerns the connection. */
  readonly url: string | undefined

  constructor(code: SandboxErrorCode, message: string, details: Details = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.name = 'SandboxError'
    this.code = code
    this.status = details.status
    this.field = details.field
    this.url = details.url
  }
}

const MAX_MESSAGE = 2_000

/** Converts an error response of the control API. */
export function toRefusal(status: number, message: string, field?: string): SandboxError {
  const code = codeOfStatus[status] ?? 'failed'
  return new SandboxError(code, printable(message, MAX_MESSAGE), {
    status,
    ...(field !== undefined && { field }),
  })
}

/** The error for a URL where no server answers, or a server that is not a sandbox. */
export function toUnreachable(url: string, isForeign: boolean, cause?: unknown): SandboxError {
  return isForeign
    ? new SandboxError('not_a_sandbox', `the server at ${url} is not alias-sandbox`, { url })
    : new SandboxError('unreachable', `no server answers at ${url}`, { url, cause })
}
