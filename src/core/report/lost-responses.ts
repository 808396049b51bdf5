import type { Entry } from '../record/entry.ts'
import { counted, notExercised, passed, type Finding, type Rule } from './rule.ts'

/** If the response to a creation is lost, the alias still exists; a client that retries has two. */
export const lostResponseRule: Rule = {
  rule: 'looks_after_lost_response',
  title: 'lists aliases before it retries a lost creation',
  source: 'POST /v1/aliases: each creation that is done makes one more alias',
  judge: judgeLostResponses,
}

function judgeLostResponses(entries: readonly Entry[]): Finding {
  const lost = entries.filter(isLostCreation)
  if (lost.length === 0) return notExercised('no response to a creation was lost')
  const blind = lost.filter((entry) => nextCall(entry, entries)?.operation === 'create')
  const looked = lost.filter((entry) => nextCall(entry, entries)?.operation === 'list')
  if (blind.length > 0) {
    return {
      verdict: 'info',
      why: `${counted(blind.length, 'lost creation')} retried without listing first: the alias may exist twice`,
      entries: blind,
    }
  }
  if (looked.length > 0)
    return passed(`listed the aliases first each time (${looked.length})`, looked)
  return { verdict: 'info', why: 'no call followed the lost response', entries: lost }
}

/** The alias was created (its address was drawn), but a fault kept the complete response from the client. */
function isLostCreation(entry: Entry): boolean {
  const isDone = entry.checks.some(({ check, passed: isPassed }) => check === 'draw' && isPassed)
  return isDone && entry.fault !== null && entry.outcome !== 'created'
}

function nextCall(entry: Entry, entries: readonly Entry[]): Entry | undefined {
  return entries.find(
    (later) => later.number > entry.number && later.key.valid && later.operation !== null,
  )
}
