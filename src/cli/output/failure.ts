/** What the command line ends with: a contract that scripts rely on. */
export const exitCodes = {
  ok: 0,
  runtime: 1,
  usage: 2,
  port: 3,
  etiquette: 4,
  timedOut: 124,
  notExecutable: 126,
  notFound: 127,
  /** Plus the signal's number. */
  signal: 128,
} as const

/** Ends the command: these lines on standard error, this exit code, and no stack. */
export class Failure extends Error {
  readonly exitCode: number
  readonly lines: readonly string[]

  constructor(exitCode: number, lines: readonly string[]) {
    super(lines.join('\n'))
    this.name = 'Failure'
    this.exitCode = exitCode
    this.lines = lines
  }
}

/** Something was asked in a way that cannot be done: exit 2. */
export function usageError(message: string): Failure {
  return new Failure(exitCodes.usage, [`alias-sandbox: ${message}`])
}

/** Something went wrong on the way: exit 1. */
export function runtimeError(message: string): Failure {
  return new Failure(exitCodes.runtime, [`alias-sandbox: ${message}`])
}
