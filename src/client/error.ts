import type { Conflict, ControlErrorCode } from '../contract/control-errors.ts'
import type { ScenarioProblem } from '../contract/control/control-shapes.ts'
import { printable } from '../text/escape.ts'

/**
 * The kind of error, for programs: a code of the control API (docs/control-api.md lists them), such as `bad_argument`,
 * `not_found`, `refused` and `timeout`, or one for a request that never got an answer of a sandbox.
 */
export type SandboxErrorCode =
  | ControlErrorCode
  /** No answer came from the URL. */
  | 'unreachable'
  /** The server at the URL is not alias-sandbox. */
  | 'not_a_sandbox'
  /** The alias-sandbox at the URL has another major version. */
  | 'wrong_version'
  /** The port or address is in use or not available. */
  | 'cannot_listen'

type Details = {
  status?: number | undefined
  reason?: Conflict | undefined
  field?: string | undefined
  url?: string
  /** @internal */
  errors?: readonly ScenarioProblem[] | undefined
  cause?: unknown
}

/**
 * The error class of this package.
 *
 * @example
 * try {
 *   await account.do('settle_invoice')
 * } catch (error) {
 *   if (error instanceof SandboxError && error.reason === 'no_open_invoice') console.log('paid already')
 * }
 */
export class SandboxError extends Error {
  readonly code: SandboxErrorCode
  /** The response status of the control API, if it responded. */
  readonly status: number | undefined
  /** The reason of a refusal, if the code is `refused`. */
  readonly reason: Conflict | undefined
  /** The invalid option or argument, if there is one. */
  readonly field: string | undefined
  /** The URL of the sandbox, if the error concerns the connection. */
  readonly url: string | undefined
  /**
   * Every error of a scenario that was checked, with its position.
   *
   * @internal
   */
  readonly errors: readonly ScenarioProblem[] | undefined

  constructor(code: SandboxErrorCode, message: string, details: Details = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.name = 'SandboxError'
    this.code = code
    this.status = details.status
    this.reason = details.reason
    this.field = details.field
    this.url = details.url
    this.errors = details.errors
  }
}

const MAX_MESSAGE = 2_000

/** Converts an error response of the control API; one from before its routes, such as malformed HTTP, has no code. */
export function toRefusal(
  status: number,
  message: string,
  { code = 'failed', reason, field, errors }: { [fact: string]: unknown },
): SandboxError {
  return new SandboxError(code as SandboxErrorCode, printable(message, MAX_MESSAGE), {
    status,
    reason: reason as Conflict | undefined,
    field: typeof field === 'string' ? field : undefined,
    errors: errors as Details['errors'],
  })
}

/** The error for a server that is not a sandbox. */
export function toForeign(url: string): SandboxError {
  return new SandboxError('not_a_sandbox', `the server at ${url} is not alias-sandbox`, { url })
}

/** Codes of Node for what went wrong with TLS, and what helps. */
const tlsHints: readonly (readonly [code: RegExp, hint: string])[] = [
  [
    /SELF_SIGNED_CERT|UNABLE_TO_(?:VERIFY|GET_ISSUER)/,
    'start this program with NODE_EXTRA_CA_CERTS=<file of the certificate, or of its issuer>',
  ],
  [/ALTNAME/, 'the certificate must name the host of the URL, as subjectAltName'],
  [/EPROTO|WRONG_VERSION_NUMBER/, 'if the server speaks no HTTPS, the URL must begin with http://'],
]

/** The error for a request that got no answer. Only a refused connection means that no server is there. */
export function toUnreachable(url: string, cause: unknown): SandboxError {
  const inner = innermostCause(cause)
  const [, hint] = tlsHints.find(([code]) => code.test(String(inner.code))) ?? []
  // A certificate without any name ends the message of Node with an empty list.
  const reason = printable(inner.message, MAX_MESSAGE).replace(/[:\s]+$/, '')
  const message =
    inner.code === 'ECONNREFUSED'
      ? `no server answers at ${url}`
      : `no answer from the sandbox at ${url}: ${reason}${hint === undefined ? '' : `; ${hint}`}`
  return new SandboxError('unreachable', message, { url, cause })
}

/** Whether nothing listens at the URL. Otherwise something does, or nobody knows. */
export function isNobodyThere({ code, cause }: SandboxError): boolean {
  return code === 'unreachable' && innermostCause(cause).code === 'ECONNREFUSED'
}

/** Whether a server was there whose certificate is refused, which no waiting changes. */
export function isUntrusted({ code, cause }: SandboxError): boolean {
  return code === 'unreachable' && /CERT|UNABLE_TO_/.test(String(innermostCause(cause).code))
}

/** `fetch failed` says nothing; its cause does, and of several addresses that were tried, the first. */
function innermostCause(error: unknown): { message: string; code?: unknown } {
  const { cause, errors, message } = Object(error) as Partial<AggregateError>
  const inner = errors?.[0] as unknown
  if (inner !== undefined || cause !== undefined) return innermostCause(inner ?? cause)
  return typeof message === 'string' ? (error as Error) : { message: String(error) }
}
