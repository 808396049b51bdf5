import * as v from 'valibot'
import { printable } from '../text/escape.ts'
import { inputBounds } from './bounds.ts'
import { beyondLimit, valueLimits, type ValueLimits } from './value-limits.ts'

/** One thing that is wrong with a value that somebody gave us. */
export type ValidationIssue = {
  /** Where: the keys and indexes that lead there, empty for the whole value. */
  path: readonly (string | number)[]
  message: string
  /** Is it the last key of the path itself that is wrong, not its value? */
  isKey?: true
}

/** How many complaints are made of one value; lists stop looking at that number. */
export const MAX_REPORTED = inputBounds.problemsReported.max

/** Either the checked value or what is wrong with it. */
export type Checked<Output> =
  { ok: true; value: Output } | { ok: false; issues: [ValidationIssue, ...ValidationIssue[]] }

/** Checks a value against the limits, then against a schema; never throws. */
export function check<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  limits: ValueLimits = valueLimits,
): Checked<v.InferOutput<Schema>> {
  const unsafe = findUnsafeKey(value, limits)
  if (unsafe) return { ok: false, issues: [unsafe] }
  const result = v.safeParse(schema, value)
  if (result.success) return { ok: true, value: result.output }
  const messages = result.issues.slice(0, MAX_REPORTED).map(toValidationIssue)
  const [first, ...rest] = withoutRepeats(messages)
  return { ok: false, issues: [first!, ...rest] } // a failed parse has at least one issue
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

/** A key as it may stand in a message: it may be as long as a body. */
export function shortKey(key: string): string {
  return printable(key, MAX_KEY)
}

/** "account.plan: "plsu" is not one of …" as one line. */
export function formatIssue(issue: ValidationIssue): string {
  const field = toField(issue.path)
  return field ? `${field}: ${issue.message}` : issue.message
}

function toValidationIssue(found: v.BaseIssue<unknown>): ValidationIssue {
  const path = (found.path ?? []).map(({ key }) => key as string | number) // objects and lists only
  const issue: ValidationIssue = { path, message: found.message }
  return found.expected === 'never' ? { ...issue, isKey: true } : issue
}

/** One value can break two checks that say the same. */
function withoutRepeats(issues: readonly ValidationIssue[]): ValidationIssue[] {
  return [...new Map(issues.map((issue) => [formatIssue(issue), issue])).values()]
}

type AddIssue = (issue: {
  message: string
  expected?: string
  path?: [v.IssuePathItem, ...v.IssuePathItem[]]
}) => void

/** Tells a schema what a check of its own has found, each at its place below `input`. */
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

/** An object or list that is being walked: what is next in it. */
type Frame = { value: object; keys: readonly string[] | undefined; length: number; next: number }

/**
 * Keys that could reach a prototype, and what is beyond a limit. Walked without recursion, and with
 * one frame a level: a value of millions of objects costs no more than it takes itself.
 */
function findUnsafeKey(value: unknown, limits: ValueLimits): ValidationIssue | undefined {
  const frames: Frame[] = []
  const complain = (limit: keyof ValueLimits): ValidationIssue => ({
    path:
      limit === 'values' || limit === 'containers'
        ? []
        : frames
            .slice(0, 3)
            .map(keyOf)
            .slice(0, frames.length - 1),
    message: beyondLimit(limit, limits),
  })
  let values = 1
  let containers = 0
  let inner: unknown = value
  for (;;) {
    if (isNested(inner)) {
      const frame = toFrame(inner)
      frames.push(frame)
      values += frame.length
      containers += 1
      if (containers > limits.containers) return complain('containers')
      if (frames.length > limits.depth) return complain('depth')
      if (frame.keys && frame.length > limits.keys) return complain('keys')
      if (values > limits.values) return complain('values')
    }
    while (frames.length > 0 && frames.at(-1)!.next === frames.at(-1)!.length) frames.pop()
    const frame = frames.at(-1)
    if (!frame) return undefined
    frame.next += 1
    const key = keyOf(frame)
    if (frame.keys && forbiddenKeys.includes(key as string)) {
      const message = 'is not known (no such key is allowed)'
      return { path: frames.map(keyOf), message, isKey: true }
    }
    inner = (frame.value as Record<string | number, unknown>)[key]
  }
}

function toFrame(value: object): Frame {
  const keys = Array.isArray(value) ? undefined : Object.keys(value)
  return { value, keys, length: keys?.length ?? (value as unknown[]).length, next: 0 }
}

/** The key or index that was come to last. */
function keyOf({ keys, next }: Frame): string | number {
  return keys ? keys[next - 1]! : next - 1
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
