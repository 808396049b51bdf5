/**
 * A database cannot be opened: because its path is wrong (`usage`), or for another reason (`runtime`). The message begins
 * with the path; the caller names the option before it.
 */
export class DatabaseError extends Error {
  readonly kind: 'usage' | 'runtime'

  constructor(kind: 'usage' | 'runtime', message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DatabaseError'
    this.kind = kind
  }
}

/** The file, or a file at this path, cannot be used at all. */
export function unusable(path: string, error: unknown): DatabaseError {
  return new DatabaseError('runtime', `${path} cannot be used (${codeOf(error)})`, {
    cause: error,
  })
}

/** Refuses a file because of its content; the file is not changed. @throws DatabaseError */
export function refuseFile(file: string, problem: string): never {
  throw new DatabaseError(
    'runtime',
    `${file} ${problem}. It is left as it is: name another file, or move this one away`,
  )
}

/** Returns the system's error code, such as ENOSPC, or else the error message. */
export function codeOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return code ?? message
}
