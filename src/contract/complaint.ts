import * as v from 'valibot'
import { printable } from '../text/escape.ts'
import { inputBounds } from './bounds.ts'
import { beyondLimit, valueLimits, type ValueLimits } from './value-limits.ts'

/** One thing that is wrong with a value that somebody gave us. */
export type Complaint = {
  /** Where: the keys and indexes that lead there, empty for the whole value. */
  path: readonly (string | number)[]
  message: string
  /** Is it the last key of the path itself that is wrong, not its value? */
  isKey?: true
}

/** How many complaints are made of one value; lists stop looking at that number. */
export const MAX_TOLD = inputBounds.problemsTold.max

/** Either the checked value or what is wrong with it. */
export type Checked<Output> =
  { ok: true; value: Output } | { ok: false; complaints: [Complaint, ...Complaint[]] }

/** Checks a value against the limits, then against a schema; never throws. */
export function check<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  limits: ValueLimits = valueLimits,
): Checked<v.InferOutput<Schema>> {
  const hostile = findHostile(value, limits)
  if (hostile) return { ok: false, complaints: [hostile] }
  const result = v.safeParse(schema, value)
  if (result.success) return { ok: true, value: result.output }
  const told = result.issues.slice(0, MAX_TOLD).map(toComplaint)
  const [first, ...rest] = withoutRepeats(told)
  return { ok: false, complaints: [first!, ...rest] } // a failed parse has at least one issue
}

const MAX_KEY = 100

/** `account.plan`, `aliases[3].label`. */
export function toField(path: Complaint['path']): string {
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
export function toSentence(complaint: Complaint): string {
  const field = toField(complaint.path)
  return field ? `${field}: ${complaint.message}` : complaint.message
}

function toComplaint(issue: v.BaseIssue<unknown>): Complaint {
  const path = (issue.path ?? []).map(({ key }) => key as string | number) // objects and lists only
  const complaint: Complaint = { path, message: issue.message }
  return issue.expected === 'never' ? { ...complaint, isKey: true } : complaint
}

/** One value can break two checks that say the same. */
function withoutRepeats(complaints: readonly Complaint[]): Complaint[] {
  return [...new Map(complaints.map((complaint) => [toSentence(complaint), complaint])).values()]
}

type AddIssue = (issue: {
  message: string
  expected?: string
  path?: [v.IssuePathItem, ...v.IssuePathItem[]]
}) => void

/** Tells a schema what a check of its own has found, each at its place below `input`. */
export function addComplaints(
  addIssue: AddIssue,
  input: object,
  complaints: readonly Complaint[],
): void {
  for (const { path, message, isKey } of complaints) {
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

/** A place in a value, and how it was come to; its path is only made where something is wrong. */
type Visited = { value: object; depth: number; key?: string | number; from?: Visited }

/** Keys that could reach a prototype, and what is beyond a limit; walked without recursion. */
function findHostile(value: unknown, limits: ValueLimits): Complaint | undefined {
  const waiting: Visited[] = isNested(value) ? [{ value, depth: 1 }] : []
  let values = 1
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const beyond = (limit: keyof ValueLimits): Complaint => ({
      path: pathTo(next).slice(0, 3),
      message: beyondLimit(limit, limits),
    })
    if (next.depth > limits.depth) return beyond('depth')
    const keys = Array.isArray(next.value) ? undefined : Object.keys(next.value)
    if (keys && keys.length > limits.keys) return beyond('keys')
    const { length } = keys ?? (next.value as unknown[])
    values += length
    if (values > limits.values) return { path: [], message: beyondLimit('values', limits) }
    for (let index = 0; index < length; index += 1) {
      const key = keys ? keys[index]! : index
      if (keys && forbiddenKeys.includes(keys[index]!)) {
        const path = [...pathTo(next), key]
        return { path, message: 'is not known (no such key is allowed)', isKey: true }
      }
      const inner = (next.value as Record<string | number, unknown>)[key]
      if (isNested(inner)) waiting.push({ value: inner, depth: next.depth + 1, key, from: next })
    }
  }
  return undefined
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function pathTo(place: Visited): (string | number)[] {
  const path: (string | number)[] = []
  for (let at: Visited | undefined = place; at?.key !== undefined; at = at.from) path.push(at.key)
  return path.toReversed()
}
