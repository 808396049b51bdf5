import { printable } from '../text/escape.ts'

/** What can go wrong in talking to a sandbox, as a word for programs. */
export type SandboxErrorCode =
  /** An option, an argument or a scenario is wrong; `field` names it where it can. */
  | 'bad_argument'
  /** The control API wants its token (401), or does not let this caller in (403). */
  | 'unauthorized'
  /** There is no such account, action, fault or request (404). */
  | 'not_found'
  /** It cannot be done now (409); the message says why. */
  | 'refused'
  /** What was waited for did not come in time (408). */
  | 'timeout'
  /** Nothing answers at the address. */
  | 'unreachable'
  /** What answers at the address is no alias-sandbox. */
  | 'not_a_sandbox'
  /** The alias-sandbox at the address has another major version. */
  | 'wrong_version'
  /** The port or address cannot be listened on. */
  | 'cannot_listen'
  /** The file of `db` cannot be used, or did not take what was written last. */
  | 'database'
  /** The sandbox was closed, or the account disposed of, before this call. */
  | 'closed'
  /** The sandbox failed in another way; `status` has its answer. */
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
 * Everything that this package throws on purpose.
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
  /** The status that the control API answered, where it did. */
  readonly status: number | undefined
  /** The option or argument that is wrong, where it is one. */
  readonly field: string | undefined
  /** The address that was spoken to, where it is about that. */
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

/** What the control API answered in place of a result. */
export function toRefusal(status: number, message: string, field?: string): SandboxError {
  const code = codeOfStatus[status] ?? 'failed'
  return new SandboxError(code, printable(message, MAX_MESSAGE), {
    status,
    ...(field !== undefined && { field }),
  })
}

/** Nobody is there, or somebody else. */
export function toUnreachable(url: string, isForeign: boolean, cause?: unknown): SandboxError {
  return isForeign
    ? new SandboxError('not_a_sandbox', `what answers at ${url} is no alias-sandbox`, { url })
    : new SandboxError('unreachable', `nothing answers at ${url}`, { url, cause })
}
