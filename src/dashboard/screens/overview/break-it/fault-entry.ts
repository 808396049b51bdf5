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
}

/** What is wrong with each field that is used. */
export type Problems = Partial<Record<keyof FaultEntry, string>>

const MAX_CALLS = 1_000_000
const MAX_LENGTH = 1_000_000
const MAX_SECONDS = 600

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
    default:
      return {}
  }
}

/** Statuses whose answers have no body, so there is no page to send. */
const bodiless = [204, 205, 304]

function readPageStatus(text: string): Entered<number> {
  const read = readCount(text, 200, 599)
  const isBodiless = 'value' in read && bodiless.includes(read.value)
  return isBodiless ? { problem: `An answer of status ${read.value} has no page` } : read
}

/** How long a fault lasts, in seconds, if it lasts for a time. */
export function secondsOf({ extent, length, unit }: FaultEntry): number | undefined {
  return extent === 'for'
    ? Number(length.replaceAll(',', '')) * { s: 1, m: 60, h: 3_600 }[unit]
    : undefined
}
