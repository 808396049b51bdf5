import type { ObservedRun } from '../../hunt/explore/client.ts'

type Ending = Pick<ObservedRun, 'end' | 'output' | 'incomplete' | 'mistake'>

export const passed: Ending = { end: 'passed', output: '' }
export const stopped: Ending = { end: 'over_time', output: '' }

/** Errors that JavaScript throws where a program has a mistake. */
const MISTAKES: readonly string[] = ['TypeError', 'ReferenceError', 'RangeError', 'SyntaxError']

/** The messages of fetch when there is no connection, or no whole answer. */
const OF_NETWORK = /^(?:fetch failed|terminated|Failed to fetch|other side closed)$/

/** How a client ended that threw an error. By its name: a test runner may have other globals. */
export function endingOf(error: unknown): Ending {
  const { name = 'Error', message = '' } = toShape(error)
  const output = `${name}: ${message}`
  if (isAssertion(error)) return { end: 'passed', output, incomplete: firstLine(message) }
  if (MISTAKES.includes(name) && !OF_NETWORK.test(message)) {
    return { end: 'crashed', output, mistake: { name, message: firstLine(message) } }
  }
  return { end: 'failed', output }
}

/** Of node:assert, Chai, Vitest or Jest: the client did its work, and the result is wrong. */
function isAssertion(error: unknown): boolean {
  const { name, code, matcherResult } = toShape(error)
  return code === 'ERR_ASSERTION' || name === 'AssertionError' || matcherResult !== undefined
}

type Shape = { name?: string; message?: string; code?: unknown; matcherResult?: unknown }

function toShape(error: unknown): Shape {
  return typeof error === 'object' && error !== null ? error : { message: String(error) }
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0]!
}
