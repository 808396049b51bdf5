/** Why a database cannot be opened: the path is wrong (`usage`), or something else is (`runtime`). */
export class DatabaseError extends Error {
  readonly kind: 'usage' | 'runtime'

  constructor(kind: 'usage' | 'runtime', message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DatabaseError'
    this.kind = kind
  }
}

/** The file, or a place for it, cannot be used at all. */
export function unusable(path: string, error: unknown): DatabaseError {
  return new DatabaseError('runtime', `--db ${path} cannot be used (${codeOf(error)})`, {
    cause: error,
  })
}

/** What a file holds is refused, and the file stays as it is. @throws DatabaseError */
export function refuseFile(file: string, problem: string): never {
  throw new DatabaseError(
    'runtime',
    `--db ${file} ${problem}. It is left as it is: name another file, or move this one away`,
  )
}

/** The system's short name of what went wrong, such as ENOSPC; else what the error says. */
export function codeOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return code ?? message
}
