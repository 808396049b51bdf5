/**
 * An action that was refused: with 400 for bad arguments, 404 for something that is not there,
 * 409 for something that cannot be done in this state, 413 for an answer that would be too large.
 * Nothing has changed.
 */
export class ActionError extends Error {
  readonly status: 400 | 404 | 409 | 413
  /** The argument that is wrong, where it is one. */
  readonly field: string | undefined

  constructor(status: 400 | 404 | 409 | 413, message: string, field?: string) {
    super(message)
    this.name = 'ActionError'
    this.status = status
    this.field = field
  }
}

/** Refuses with 409: the state does not allow it. */
export function refuse(message: string): never {
  throw new ActionError(409, message)
}
