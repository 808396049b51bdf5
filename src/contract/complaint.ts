import * as v from 'valibot'
import { inputBounds } from './bounds.ts'

/** One thing that is wrong with a value that somebody gave us. */
export type Complaint = {
  /** Where: the keys and indexes that lead there, empty for the whole value. */
  path: readonly (string | number)[]
  message: string
  /** Is it the last key of the path itself that is wrong, not its value? */
  isKey?: true
}

/** Either the checked value or everything that is wrong with it. */
export type Checked<Output> =
  { ok: true; value: Output } | { ok: false; complaints: [Complaint, ...Complaint[]] }

/** Checks a value against a schema; never throws. */
export function check<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): Checked<v.InferOutput<Schema>> {
  const hostile = findHostile(value)
  if (hostile) return { ok: false, complaints: [hostile] }
  const result = v.safeParse(schema, value)
  if (result.success) return { ok: true, value: result.output }
  const [first, ...rest] = withoutRepeats(result.issues.map(toComplaint))
  return { ok: false, complaints: [first!, ...rest] } // a failed parse has at least one issue
}

/** `account.plan`, `aliases[3].label`. */
export function toField(path: Complaint['path']): string {
  return path.reduce<string>(
    (field, key) =>
      typeof key === 'number' ? `${field}[${key}]` : field ? `${field}.${key}` : key,
    '',
  )
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
const MAX_DEPTH = inputBounds.valueDepth.max

/** A place in a value, and how it was come to; its path is only made where something is wrong. */
type Visited = { value: object; depth: number; key?: string | number; from?: Visited }

/** Keys that could reach a prototype, and nesting that could end a stack; walked without recursion. */
function findHostile(value: unknown): Complaint | undefined {
  const waiting: Visited[] = isNested(value) ? [{ value, depth: 0 }] : []
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.depth > MAX_DEPTH) {
      const path = pathTo(next).slice(0, 3)
      return { path, message: `is nested deeper than ${MAX_DEPTH} levels` }
    }
    const isList = Array.isArray(next.value)
    for (const key of Object.keys(next.value)) {
      if (forbiddenKeys.includes(key)) {
        const path = [...pathTo(next), key]
        return { path, message: 'is not known (no such key is allowed)', isKey: true }
      }
      const inner = (next.value as Record<string, unknown>)[key]
      if (isNested(inner)) {
        waiting.push({
          value: inner,
          depth: next.depth + 1,
          key: isList ? Number(key) : key,
          from: next,
        })
      }
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
