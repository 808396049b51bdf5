import { printable } from '../text/escape.ts'
import { isObject, findUnsaid } from '../text/json-values.ts'
import { SandboxError } from './error.ts'

/**
 * Refuses what JSON leaves out or changes, before anything is sent.
 * @throws SandboxError `bad_argument` that names the field
 */
export function refuseUnsaid(value: unknown, path: (string | number)[] = []): void {
  const found = findUnsaid(value, path)
  if (!found) return
  const field = found.path.reduce<string>(
    (at, key) => (typeof key === 'number' ? `${at}[${key}]` : at === '' ? key : `${at}.${key}`),
    '',
  )
  throw new SandboxError('bad_argument', `${field || 'the argument'} ${found.message}`, { field })
}

/** A field that is undefined would be left out, and the filter then select more requests than were meant. */
export function refuseUnsaidFilter(filter: object): void {
  for (const [name, fields] of Object.entries(filter)) {
    if (typeof fields !== 'object' || fields === null || fields instanceof Date) continue
    for (const [field, value] of Object.entries(fields)) refuseUnsaid(value, [name, field])
  }
}

/** @throws SandboxError `bad_argument` for anything but an object with named fields, which JavaScript lets pass */
export function requireObject(value: unknown, what: string): void {
  if (isObject(value)) return refuseUnsaid(value)
  const got = printable(findUnsaid(value) ? typeof value : JSON.stringify(value), 100)
  throw new SandboxError('bad_argument', `${what} must be an object (got ${got})`)
}

/** @throws SandboxError `bad_argument` for an option that is not among the known ones */
export function refuseUnknownOption(options: object, known: readonly string[]): void {
  requireObject(options, 'the options')
  const unknown = Object.keys(options).find((option) => !known.includes(option))
  if (unknown === undefined) return
  const message = `unknown option ${printable(unknown, 60)} (allowed: ${known.join(', ')})`
  throw new SandboxError('bad_argument', message, { field: unknown })
}
