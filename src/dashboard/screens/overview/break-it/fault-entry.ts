import { allowsBody } from '../../../../contract/allows-body.ts'
import { problemOf, readCount, readNumber, type Entered } from '../../../components/form/entered.ts'
import { isOnlyForCreations, type FaultWords } from '../../../../words/faults.ts'

export type Extent = 'next' | 'for' | 'always'
export type Unit = 's' | 'm' | 'h'

/** What somebody has entered into the form, as texts. */
export type FaultEntry = Readonly<{
  kind: FaultWords['kind']
  operation: 'any' | 'create' | 'list'
  extent: Extent
  /** Number of calls, for `next`. */
  times: string
  /** Length of time, for `for`, and the most calls in this time; empty for all calls. */
  length: string
  unit: Unit
  most: string
  /** Number of calls that pass first. */
  skip: string
  seconds: string
  effect: 'no' | 'yes'
  errorStatus: '500' | '502' | '504'
  pageStatus: string
  /** Retry-After in seconds; empty for what the service would say. */
  wait: string
  ownStatus: string
  /** Lines of the form `Name: value`. */
  ownHeaders: string
  /** JSON; empty for an answer without a body. */
  ownBody: string
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
  seconds: '3',
  effect: 'no',
  errorStatus: '500',
  pageStatus: '502',
  wait: '',
  ownStatus: '418',
  ownHeaders: '',
  ownBody: '{"message": "I am a teapot."}',
}

/** What is wrong with each field that is used. */
export type Problems = Partial<Record<keyof FaultEntry, string>>

const MAX_CALLS = 1_000_000
const MAX_LENGTH = 1_000_000
const MAX_SECONDS = 600
const MAX_WAIT_SECONDS = 86_400

/** The arguments of `arm_fault`, or what is wrong. */
export function readEntry(entry: FaultEntry): { args: FaultWords } | { problems: Problems } {
  const problems: Problems = {}
  const take = <Value>(field: keyof FaultEntry, entered: Entered<Value>): Value | undefined => {
    const problem = problemOf(entered)
    if (problem !== undefined) problems[field] = problem
    return 'value' in entered ? entered.value : undefined
  }
  const { kind, operation } = entry
  const skip = take('skip', readCount(entry.skip, 0, MAX_CALLS))
  const args: FaultWords = {
    kind,
    operation: isOnlyForCreations(kind) ? 'create' : operation,
    ...extentOf(entry, take),
    ...ownArguments(entry, take),
    ...(skip !== 0 && { skip }),
  }
  return Object.keys(problems).length > 0 ? { problems } : { args }
}

type Take = <Value>(field: keyof FaultEntry, entered: Entered<Value>) => Value | undefined

function extentOf(entry: FaultEntry, take: Take): Partial<FaultWords> {
  const { extent, times, length, unit, most } = entry
  if (extent === 'always') return { times: 'always' }
  if (extent === 'next') return { times: take('times', readCount(times, 1, MAX_CALLS)) }
  const count = take('length', readCount(length, 1, MAX_LENGTH))
  return {
    for: `${count}${unit}`,
    ...(most.trim() !== '' && { times: take('most', readCount(most, 1, MAX_CALLS)) }),
  }
}

/** The arguments that only this kind takes. */
function ownArguments(entry: FaultEntry, take: Take): Partial<FaultWords> {
  const after = { after: entry.effect === 'yes' }
  switch (entry.kind) {
    case 'delay': {
      const seconds = take('seconds', readNumber(entry.seconds, 0.001, MAX_SECONDS))
      return { ms: Math.round((seconds ?? 0) * 1_000) }
    }
    case 'hang':
      return after
    case 'server_error':
      return { ...after, status: Number(entry.errorStatus) }
    case 'garbage':
      return { status: take('pageStatus', readPageStatus(entry.pageStatus)) }
    case 'burst':
    case 'outage':
      if (entry.wait.trim() === '') return {}
      return { retry_after: take('wait', readCount(entry.wait, 1, MAX_WAIT_SECONDS)) }
    case 'answer': {
      const status = take('ownStatus', readCount(entry.ownStatus, 200, 599))
      const headers = take('ownHeaders', readHeaders(entry.ownHeaders))
      const json = take('ownBody', readBody(entry.ownBody, status))
      return { ...after, status, ...headers, ...json }
    }
    default:
      return {}
  }
}

function readPageStatus(text: string): Entered<number> {
  const read = readCount(text, 200, 599)
  const isBodiless = 'value' in read && !allowsBody(read.value)
  return isBodiless ? { problem: `An answer of status ${read.value} has no page` } : read
}

function readHeaders(text: string): Entered<{ headers?: Record<string, string> }> {
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
  return { value: lines.length === 0 ? {} : { headers } }
}

function readBody(text: string, status: number | undefined): Entered<{ json?: unknown }> {
  if (text.trim() === '') return { value: {} }
  if (status !== undefined && !allowsBody(status)) {
    return { problem: `An answer of status ${status} has no body: leave this empty` }
  }
  try {
    return { value: { json: JSON.parse(text) as unknown } }
  } catch (error) {
    return { problem: `This is not JSON yet: ${(error as Error).message}` }
  }
}

/** How long a fault lasts, in seconds, if it lasts for a time. */
export function secondsOf({ extent, length, unit }: FaultEntry): number | undefined {
  return extent === 'for'
    ? Number(length.replaceAll(',', '')) * { s: 1, m: 60, h: 3_600 }[unit]
    : undefined
}
