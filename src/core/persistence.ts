/** Stores changes before they are acknowledged; absent when everything is only in memory. */
export interface Persistence {
  /**
   * Resolves once every change made so far is stored. Rejects when they could not be stored; the
   * changes are then undone in memory.
   * @throws PersistenceError
   */
  commit(): Promise<void>
  /** Resolves once the changes that are being stored now are stored; undefined when there are none. */
  pending(): Promise<void> | undefined
  /** Stores everything one last time and releases the storage. @throws PersistenceError */
  close(): Promise<void>
}

/** Changes could not be stored. */
export class PersistenceError extends Error {
  /** The changes were undone in memory, but the storage may still hold them. */
  readonly isUncertain: boolean

  constructor(
    message: string,
    { isUncertain = false, ...options }: ErrorOptions & { isUncertain?: boolean } = {},
  ) {
    super(message, options)
    this.name = 'PersistenceError'
    this.isUncertain = isUncertain
  }
}

/** The message to a client whose change could not be stored. */
export function failureMessage({ message, isUncertain }: PersistenceError): string {
  const outcome = isUncertain
    ? 'The change was rolled back, but it may reappear after a restart.'
    : 'Nothing was changed.'
  return `The sandbox (not the service that it imitates) could not store this change: ${message}. ${outcome}`
}
