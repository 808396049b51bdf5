import { signalOf } from '../../child/child.ts'

/** The end of the next step after an error. */
export const AGAIN = 'then call check again.'

/** `exit code 137 (SIGKILL) of: alias-sandbox exec …` */
export function endText(exitCode: number, argv: readonly string[]): string {
  const signal = signalOf(exitCode)
  const end = signal === undefined ? `exit code ${exitCode}` : `exit code ${exitCode} (${signal})`
  return `${end} of: alias-sandbox ${argv.join(' ')}`
}

/** The next step after a signal ended the command. */
export function nextAfter(signal: NodeJS.Signals): string {
  return `find out what ended the command with ${signal}, such as a lack of memory; ${AGAIN}`
}
