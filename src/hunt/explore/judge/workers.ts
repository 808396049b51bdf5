import type { RequestEntry } from '../../../contract/history/entry.ts'
import { countAtOnce } from '../../../core/record/at-once.ts'
import { reportOn } from '../../../report/report.ts'
import { contentOf } from '../../../report/same-request.ts'
import type { ObservedRun } from '../client.ts'
import { seenIn, type JudgedRun } from './judged-run.ts'

/** Does the client make calls beside each other, in this run or in one that nothing disturbs? */
export function hasWorkers({ observed, calm, plain, paged }: JudgedRun): boolean {
  const runs = [observed, plain, calm, ...(paged ? [paged] : [])]
  return runs.some(makesParallelCalls)
}

/** Does the client make calls beside each other in this run? */
export function makesParallelCalls(run: ObservedRun): boolean {
  // A client that leaves an answer may call again before the server notices.
  const stayed = seenIn(run).calls.filter(({ client_left }) => !client_left)
  return countAtOnce(stayed).requests > 1
}

/** A client that makes more different requests works through a list, and meets one refusal again and again. */
const MAX_WORKERS = 6

/**
 * Does each worker keep a rule by itself, if each asks for one thing? Their connections may not tell them
 * apart: a pool closes those that rest, and sends the next call on any that is free.
 */
export function isKeptByEach(rule: string, { accounts }: ObservedRun): boolean {
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

/** Returns the resource that a worker requests: an alias, or the list, whatever its page. */
function taskOf(call: RequestEntry): string {
  return call.operation === 'list' ? 'list' : contentOf(call)
}
