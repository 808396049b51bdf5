import type { Conflict } from '../control-errors.ts'

/** The refusal of an action. */
export type Refusal = {
  readonly status: number
  readonly message: string
  readonly field?: string | undefined
  /** Absent for what is wrong or does not exist. */
  readonly reason?: Conflict | undefined
}

/**
 * Rejects an action without changing anything: 400 for invalid arguments, 404 for something that does
 * not exist, 409 for something that the current state does not allow, 413 for what would be too large.
 */
export class ActionError extends Error {
  readonly status: 400 | 404 | 409 | 413
  /** The argument that is wrong, if the error concerns a single argument. */
  readonly field: string | undefined
  /** Of 409. */
  readonly reason: Conflict | undefined

  constructor(status: 400 | 404 | 409 | 413, message: string, field?: string, reason?: Conflict) {
    super(message)
    this.name = 'ActionError'
    this.status = status
    this.field = field === '' ? undefined : field // about all arguments together
    this.reason = reason
  }

  /** The error as plain data. */
  get refusal() {
    const { status, message, field, reason } = this
    return { status, message, ...(field !== undefined && { field }), ...(reason && { reason }) }
  }
}

/** Rejects with 409: the current state does not allow the action. */
export function refuse(reason: Conflict, message: string, field?: string): never {
  throw new ActionError(409, message, field, reason)
}
