import * as v from 'valibot'
import { printable } from '../../text/escape.ts'
import { maskBeginning } from '../../text/mask.ts'
import { limits } from '../limits.ts'
import { tooDeep } from './value-limits.ts'
import { isNested } from '../../text/json-values.ts'

/** One thing that is wrong with a value from outside. */
export type ValidationIssue = {
  /** The keys and indexes that lead to it; empty for the whole value. */
  path: readonly (string | number)[]
  /** Follows the name of the field, as in `must be an object (got 7)`; of a key, a sentence of its own. */
  message: string
  /** The last key of the path is wrong, not its value. */
  isKey?: true
}

/** Of a value with more values inside, only the first issue is looked for: a million would take a gigabyte. */
const LARGE = 20_000

/** The most issues that are reported for one value. */
export const MAX_REPORTED = 50

/** The checked value, or what is wrong with it. */
export type Check<Output> =
  { ok: true; value: Output } | { ok: false; issues: [ValidationIssue, ...ValidationIssue[]] }

/** Checks the depth of a value, then the value against a schema; never throws. @internal */
export function check<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  depth: number = limits.depth.value,
): Check<v.InferOutput<Schema>> {
  const { unsafe, values } = walk(value, depth)
  if (unsafe) return { ok: false, issues: [unsafe] }
  const { output, issues } = v.safeParse(schema, value, { abortEarly: values > LARGE })
  if (!issues) return { ok: true, value: output }
  const messages = issues.slice(0, MAX_REPORTED).map(toValidationIssue)
  const [first, ...rest] = withoutRepeats(messages)
  return { ok: false, issues: [first!, ...rest] } // there is at least one issue
}

const MAX_KEY = 100

/** `account.plan`, `aliases[3].label`. */
export function toField(path: ValidationIssue['path']): string {
  return path.reduce<string>(
    (field, key) =>
      typeof key === 'number'
        ? `${field}[${key}]`
        : field
          ? `${field}.${shortKey(key)}`
          : shortKey(key),
    '',
  )
}

/** A key, for a message: masked if it is one of another service, and shortened, since it can be as long as a body. */
export function shortKey(key: string): string {
  return printable(maskBeginning(key), MAX_KEY)
}

/** `account.plan must be one of …` as one line; `root` names the whole value. */
export function formatIssue({ path, message, isKey }: ValidationIssue, root = 'input'): string {
  if (!isKey) return `${toField(path) || root} ${message}`
  const parent = toField(path.slice(0, -1))
  return parent ? `${parent}: ${message}` : message
}

/** All issues as one line. */
export function formatIssues(issues: readonly ValidationIssue[], root?: string): string {
  return issues.map((issue) => formatIssue(issue, root)).join('; ')
}

/** Of a value that can have several forms, the issue inside the form that it has tells more than the list of forms. */
function toValidationIssue(found: v.BaseIssue<unknown>): ValidationIssue {
  const inside = found.issues?.find(({ path }) => path !== undefined)
  if (!inside) return toIssue(found)
  const issue = toIssue(inside)
  return { ...issue, path: [...toIssue(found).path, ...issue.path] }
}

function toIssue(found: v.BaseIssue<unknown>): ValidationIssue {
  const path = (found.path ?? []).map(({ key }) => key as string | number) // objects and lists only
  const issue: ValidationIssue = { path, message: found.message }
  return found.expected === 'never' ? { ...issue, isKey: true } : issue
}

/** A value can fail two checks that have the same message. */
function withoutRepeats(issues: readonly ValidationIssue[]): ValidationIssue[] {
  return [...new Map(issues.map((issue) => [formatIssue(issue), issue])).values()]
}

type AddIssue = (issue: {
  message: string
  expected?: string
  path?: [v.IssuePathItem, ...v.IssuePathItem[]]
}) => void

/** Adds issues that a custom check found to those of a schema; their paths start at `input`. @internal */
export function addIssues(
  addIssue: AddIssue,
  input: object,
  issues: readonly ValidationIssue[],
): void {
  for (const { path, message, isKey } of issues) {
    const [first, ...rest] = path.map((key) => toStep(input, key))
    addIssue({
      message,
      ...(isKey && { expected: 'never' }),
      ...(first && { path: [first, ...rest] }),
    })
  }
}

function toStep(input: object, key: string | number): v.IssuePathItem {
  return { type: 'unknown', origin: 'value', input, key, value: undefined }
}

const forbiddenKeys = ['__proto__', 'constructor', 'prototype']

/** An object or list that is being walked, and the next position in it. */
type Frame = { value: object; keys: readonly string[] | undefined; length: number; next: number }

/** Finds keys that could reach a prototype, and values that are nested too deep. */
export function findUnsafeKey(
  value: unknown,
  depth: number = limits.depth.value,
): ValidationIssue | undefined {
  return walk(value, depth).unsafe
}

/**
 * Looks for unsafe keys and counts the values. No recursion, and one frame per level: a value of millions of
 * objects needs no more memory than it has already.
 */
function walk(value: unknown, depth: number): { unsafe?: ValidationIssue; values: number } {
  const frames: Frame[] = []
  let values = 1
  let inner: unknown = value
  for (;;) {
    if (isNested(inner)) {
      const frame = toFrame(inner)
      frames.push(frame)
      values += frame.length
      if (frames.length > depth) {
        const path = frames.slice(0, 3).map(keyOf)
        return { unsafe: { path, message: tooDeep(depth) }, values }
      }
    }
    while (frames.length > 0 && frames.at(-1)!.next === frames.at(-1)!.length) frames.pop()
    const frame = frames.at(-1)
    if (!frame) return { values }
    frame.next += 1
    const key = keyOf(frame)
    if (frame.keys && forbiddenKeys.includes(key as string)) {
      const message = `field "${key}" is not allowed`
      return { unsafe: { path: frames.map(keyOf), message, isKey: true }, values }
    }
    inner = (frame.value as Record<string | number, unknown>)[key]
  }
}

function toFrame(value: object): Frame {
  const keys = Array.isArray(value) ? undefined : Object.keys(value)
  return { value, keys, length: keys?.length ?? (value as unknown[]).length, next: 0 }
}

/** The key or index that the walk reached last. */
function keyOf({ keys, next }: Frame): string | number {
  return keys ? keys[next - 1]! : next - 1
}
