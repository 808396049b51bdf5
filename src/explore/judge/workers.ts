import type { CallEntry } from '../../core/record/history-entry.ts'
import { reportOn } from '../../core/report/report.ts'
import { contentOf } from '../../core/report/rule.ts'
import type { Observed } from '../client.ts'
import { seenIn, type Judged } from './seen.ts'

/** Does the client make calls beside each other, in this run or in one that nothing disturbs? */
export function hasWorkers({ observed, calm, plain, paged }: Judged): boolean {
  const runs = [observed, plain, calm, ...(paged ? [paged] : [])]
  return runs.some(makesParallelCalls)
}

/** Does the client make calls beside each other in this run? */
export function makesParallelCalls(run: Observed): boolean {
  return areBesideEachOther(seenIn(run).calls)
}

/** Was a connection opened before a call on another one was answered? */
function areBesideEachOther(calls: readonly CallEntry[]): boolean {
  return calls.some((call, place) => {
    const before = calls[place - 1]
    const { id, freeAfter = Infinity } = call.request.connection ?? {}
    return before?.request.connection?.id !== id && freeAfter < (before?.answer ?? 0)
  })
}

/** A busy machine accepts a connection this much later than a worker has opened it. */
const ON_ITS_WAY_MS = 250
/** More calls than this at once are a loop, whoever makes them. */
const MAX_ON_THEIR_WAY = 6

/** Can these calls have been sent by workers that had not read each other's answers? */
export function isAtOnce(calls: readonly CallEntry[]): boolean {
  const [first, last] = [calls[0], calls.at(-1)]
  if (!first || !last || calls.length > MAX_ON_THEIR_WAY) return false
  if (first.request.connection?.id === last.request.connection?.id) return false
  return last.machineMs - first.machineMs <= ON_ITS_WAY_MS
}

/** Who makes more different requests works through a list, and meets the same refusal again and again. */
const MAX_WORKERS = 6

/**
 * Does each worker keep a rule by itself, if each asks for one thing? Their connections may not tell them
 * apart: a pool closes those that rest, and sends the next call on any that is free.
 */
export function isKeptByEach(rule: string, { accounts }: Observed): boolean {
  return accounts.every(({ name, history }) => {
    const tasks = new Set(
      history.flatMap((entry) => (entry.type === 'call' ? [taskOf(entry)] : [])),
    )
    if (tasks.size > MAX_WORKERS) return false
    return [...tasks].every((task) => {
      const own = history.filter((entry) => entry.type !== 'call' || taskOf(entry) === task)
      const { etiquette } = reportOn([{ name, history: own, forgotten: 0 }])
      return etiquette.every((row) => row.rule !== rule || row.verdict !== 'fail')
    })
  })
}

/** What a worker asks for: an alias, or the list, whatever its page. */
function taskOf(call: CallEntry): string {
  return call.operation === 'list' ? 'list' : contentOf(call)
}
