import { expect } from 'vitest'
import {
  conflictNames,
  controlErrors,
  type ControlErrorCode,
} from '../../../src/contract/control-errors.ts'
import type { WireAnswer } from './read-answers.ts'

/** All headers that an answer of this server may have. */
const knownHeaders = new Set([
  'allow',
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'retry-after',
])

/** Matches a stack trace or a path of this machine. */
const LEAK = /\.[jt]s:\d+|node_modules|node:internal|(?:^|[\s"'(])\/(?:home|root|tmp|usr|work)\b/i

/** Checks any answer: JSON in a documented shape, without internal details. */
export function checkAnswer({ status, headers, body }: WireAnswer, sent: string): void {
  expect([...headers.keys()].filter((name) => !knownHeaders.has(name))).toEqual([])
  expect(headers.get('date')).toMatch(/^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/)
  if (status === 204) return
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  if (status === 405) expect(headers.get('allow')).toMatch(/^[A-Z]+(, [A-Z]+)*$/)
  if (body === '' && sent.startsWith('HEAD ')) return
  const text = Buffer.from(body, 'latin1')
  expect(text.toString('utf8')).not.toContain('�')
  const value = JSON.parse(text.toString('utf8')) as Record<string, unknown>
  if (status < 300) {
    expect(value).toBeTypeOf('object')
    return
  }
  expect(namesOf(value)).toMatch(
    /^(code description|message|message code( field)?|message code reason( field)?)$/,
  )
  if (namesOf(value) === 'code description') expect(status).toBe(403)
  else if ('code' in value) checkFacts(status, value, sent)
  for (const said of Object.values(value)) {
    expect(said).toBeTypeOf('string')
    const leak = LEAK.exec(said as string)?.[0] ?? ''
    expect(sent, 'it says no more than it was told').toContain(leak)
  }
}

/** Only the control API tells facts; `refused` is what has a reason. */
function checkFacts(status: number, { code, reason }: Record<string, unknown>, sent: string) {
  expect(sent).toContain('/_sandbox')
  expect(controlErrors[code as ControlErrorCode].statuses).toContain(status)
  expect([undefined, ...conflictNames]).toContain(reason)
  expect(reason !== undefined).toBe(code === 'refused')
}

function namesOf(value: object): string {
  return Object.keys(value).join(' ')
}
