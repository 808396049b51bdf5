import { allowsBody } from '../../../../../contract/allows-body.ts'
import { faultRanges } from '../../../../../contract/fault-ranges.ts'
import type { Operation } from '../../../../../contract/operations.ts'
import type { FaultField, FaultFields } from '../../../../../words/fault-form.ts'
import {
  type FieldInput,
  problemOf,
  readCount,
  readNumber,
} from '../../../../components/form/field-input.ts'
import { faultFields, isOnlyForCreations, type FaultWords } from '../../../../../words/faults.ts'

export type Extent = 'next' | 'for' | 'always'
export type Unit = 's' | 'm' | 'h'

/** The input of the form, as texts. */
export type FaultEntry = Readonly<{
  kind: FaultWords['kind']
  operation: 'any' | Operation
  extent: Extent
  /** Number of requests, for `next`. */
  times: string
  /** Length of time, for `for`, and the most requests in this time; empty for all. */
  length: string
  unit: Unit
  most: string
  /** Number of requests that pass first. */
  skip: string
  /** The arguments of a kind, by `ownKey`; an absent one has the default of the table. */
  own: Readonly<Record<string, string>>
}>

export const emptyEntry: FaultEntry = {
  kind: 'outage',
  operation: 'any',
  extent: 'next',
  times: '1',
  length: '20',
  unit: 's',
  most: '',
  skip: '0',
  own: {},
}

/** The problem with each field in use, by its name or its `ownKey`. */
export type Problems = Partial<Record<string, string>>

const MAX_LENGTH = 1_000_000

/** The name of the field of an argument: each kind keeps what was entered for it. */
export function ownKey({ kind }: FaultEntry, name: keyof FaultFields): string {
  return `${kind}.${name}`
}

/** The arguments of `arm_fault`, or what is wrong. */
export function readEntry(entry: FaultEntry): { args: FaultWords } | { problems: Problems } {
  const problems: Problems = {}
  const take = <Value>(field: string, entered: FieldInput<Value>): Value | undefined => {
    const problem = problemOf(entered)
    if (problem !== undefined) problems[field] = problem
    return 'value' in entered ? entered.value : undefined
  }
  const { kind, operation } = entry
  const skip = take('skip', readCount(entry.skip, ...faultRanges.skip))
  const args: FaultWords = {
    kind,
    operation: isOnlyForCreations(kind) ? 'create' : operation,
    ...extentOf(entry, take),
    ...ownArguments(entry, take),
    ...(skip !== 0 && { skip }),
  }
  return Object.keys(problems).length > 0 ? { problems } : { args }
}

type Take = <Value>(field: string, entered: FieldInput<Value>) => Value | undefined

function extentOf(entry: FaultEntry, take: Take): Partial<FaultWords> {
  const { extent, times, length, unit, most } = entry
  if (extent === 'always') return { times: 'always' }
  if (extent === 'next') return { times: take('times', readCount(times, ...faultRanges.times)) }
  const count = take('length', readCount(length, 1, MAX_LENGTH))
  return {
    for: `${count}${unit}`,
    ...(most.trim() !== '' && { times: take('most', readCount(most, ...faultRanges.times)) }),
  }
}

/** The arguments that only this kind takes. */
function ownArguments(entry: FaultEntry, take: Take): Partial<FaultWords> {
  const args: Record<string, unknown> = {}
  for (const [name, field] of faultFields(entry.kind)) {
    const key = ownKey(entry, name)
    const value = take(key, readField(field, entry.own[key] ?? field.initial, args))
    if (value !== undefined) args[name] = value
  }
  return args
}

/** Reads a field; undefined for an argument that is left out. `before` has the values of the fields before it. */
function readField(
  field: FaultField,
  text: string,
  before: { status?: number },
): FieldInput<unknown> {
  switch (field.type) {
    case 'whole': {
      if (field.isOptional && text.trim() === '') return { value: undefined }
      const read = readCount(text, ...field.range)
      const isBodiless = field.hasBody && 'value' in read && !allowsBody(read.value)
      return isBodiless ? { problem: `An answer of status ${read.value} has no page` } : read
    }
    case 'seconds': {
      const [min, max] = field.range
      const read = readNumber(text, min / 1_000, max / 1_000)
      return 'value' in read ? { value: Math.round(read.value * 1_000) } : read
    }
    case 'choice':
      return { value: field.options.find(([option]) => option === text)?.[1] }
    case 'headers':
      return readHeaders(text)
    case 'json':
      return readBody(text, before.status)
  }
}

function readHeaders(text: string): FieldInput<Record<string, string> | undefined> {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const [, name, value] = /^\s*([^\s:]+):\s*(.*?)\s*$/.exec(line) ?? []
    if (name === undefined || value === undefined) {
      return { problem: 'Enter one header per line, such as Retry-After: 5' }
    }
    if (Object.hasOwn(headers, name)) return { problem: `${name} is there twice` }
    headers[name] = value
  }
  return { value: lines.length === 0 ? undefined : headers }
}

function readBody(text: string, status: number | undefined): FieldInput<unknown> {
  if (text.trim() === '') return { value: undefined }
  if (status !== undefined && !allowsBody(status)) {
    return { problem: `An answer of status ${status} has no body: leave this empty` }
  }
  try {
    return { value: JSON.parse(text) as unknown }
  } catch (error) {
    return { problem: `This is not JSON yet: ${(error as Error).message}` }
  }
}

/** The seconds that a fault lasts, if it lasts for a time. */
export function secondsOf({ extent, length, unit }: FaultEntry): number | undefined {
  return extent === 'for'
    ? Number(length.replaceAll(',', '')) * { s: 1, m: 60, h: 3_600 }[unit]
    : undefined
}
