/**
 * Rejects an action without changing anything: 400 for invalid arguments, 404 for something that does
 * not exist, 409 for something that the current state does not allow, 413 for a response that would be
 * too large.
 */
export class ActionError extends Error {
  readonly status: 400 | 404 | 409 | 413
  /** The argument that is wrong, if the error concerns a single argument. */
  readonly field: string | undefined

  constructor(status: 400 | 404 | 409 | 413, message: string, field?: string) {
    super(message)
    this.name = 'ActionError'
    this.status = status
    this.field = field
  }
}

/** Rejects with 409: the current state does not allow the action. */
export function refuse(message: string): never {
  throw new ActionError(409, message)
}
