/** The exit codes of the command line. Scripts rely on them. */
export const exitCodes = {
  ok: 0,
  runtime: 1,
  usage: 2,
  port: 3,
  etiquette: 4,
  /** `explore` has found problems. */
  problems: 5,
  unnoticed: 6,
  timedOut: 124,
  notExecutable: 126,
  notFound: 127,
  /** Plus the signal's number. */
  signal: 128,
} as const

/** Ends the command with an exit code, and with lines on standard error instead of a stack trace. */
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

/** An error in the command line or in a file of the user: exit code 2. */
export function usageError(message: string): Failure {
  return new Failure(exitCodes.usage, [`alias-sandbox: ${message}`])
}

/** An error at run time: exit code 1. */
export function runtimeError(message: string): Failure {
  return new Failure(exitCodes.runtime, [`alias-sandbox: ${message}`])
}

/** Refuses two flags that say different things. @throws Failure */
export function refuseBoth(areGiven: boolean, one: string, other: string): void {
  if (areGiven) throw usageError(`${one} cannot be used with ${other}`)
}
