import type { RequestEntry } from '../../../contract/history/entry.ts'
import { isSuccess } from '../../../contract/operations.ts'
import { problemAt, type Problem } from '../problem.ts'
import { creationsOf } from './creations.ts'
import { seenIn, type JudgedRun } from './judged-run.ts'
import { CLOSED } from './passes-wrongly.ts'

/** A sentence of ours: the document says nothing about the order of answers. */
const ANY_ORDER = {
  sentence: 'Requests that are in flight together may be answered in any order.',
  source: '',
}

/**
 * One answer came after another one that is usually later, and the client ends otherwise than in the same scenario with
 * the usual order: it lost a race.
 */
export function findDisorder(run: JudgedRun): Problem[] {
  const { inOrder, seen } = run
  const late = seen.calls.find(({ held_for }) => held_for)
  if (inOrder === undefined || late === undefined) return []
  const early = seen.calls.find(
    (call) => call.id === late.held_for && call.account === late.account,
  )
  const entries = [late, ...(early ? [early] : [])].map(seen.idOf)
  const told = { ...ANY_ORDER, entries }
  return [
    findTwice(run, inOrder, told),
    findFailure(run, told),
    findPassed(run, inOrder, told),
    findUnread(run, inOrder, told),
  ].filter((each) => each !== undefined)
}

type Told = typeof ANY_ORDER & { entries: string[] }
type InOrder = NonNullable<JudgedRun['inOrder']>

/** It creates an alias again that it creates once when answers come in their usual order. */
function findTwice({ seen, calm }: JudgedRun, inOrder: InOrder, told: Told): Problem | undefined {
  const usual = [calm, inOrder].map((each) => creationsOf(seenIn(each).calls))
  for (const [job, made] of creationsOf(seen.calls)) {
    // A client can lose the race by itself, too.
    const allowed = Math.max(1, Math.min(...usual.map((each) => each.get(job)?.length ?? 0)))
    if (made.length <= allowed) continue
    return problemAt('duplicate', 'order', {
      ...told,
      title: 'makes the same alias twice when answers overtake each other',
      what: 'It decided by an answer that was no longer true when it came, and created an alias that it had already created.',
      end:
        made.length === 2 ? 'Now the alias exists twice.' : `Now it exists ${made.length} times.`,
      entries: [...told.entries, ...made.map(seen.idOf)],
    })
  }
  return undefined
}

/** Each request succeeds, and it fails. */
function findFailure({ observed, seen, calm }: JudgedRun, told: Told): Problem | undefined {
  if (observed.end !== 'failed' || calm.end !== 'passed') return undefined
  if (!seen.calls.every(({ outcome, client_left }) => isSuccess(outcome) && !client_left))
    return undefined
  return problemAt('incomplete', 'order', {
    ...told,
    title: 'fails when answers overtake each other',
    what: 'Each request succeeded, but the client failed. In the usual order of answers it ends well.',
  })
}

/** Its key or its plan was refused, and it ends well, because another answer came later. */
function findPassed(
  { observed, seen }: JudgedRun,
  inOrder: InOrder,
  told: Told,
): Problem | undefined {
  if (observed.end !== 'passed' || inOrder.end !== 'failed') return undefined
  const refused = seen.calls.find(({ outcome }) => CLOSED.includes(outcome))
  if (refused === undefined) return undefined
  return problemAt('passes_wrongly', 'order', {
    ...told,
    title: 'ends well after a refusal that another answer came after',
    what: `A request was refused with ${refused.response.status}. The client fails if that is the last answer, and ends well if it is not.`,
  })
}

/** It ends well before it has the answer about an alias that was made, for which it usually waits. */
function findUnread(
  { observed, seen }: JudgedRun,
  inOrder: InOrder,
  told: Told,
): Problem | undefined {
  const isUnread = ({ held_for, effect, client_left }: RequestEntry) =>
    held_for && effect.kind === 'created' && client_left
  const unread = seen.calls.find(isUnread)
  if (observed.end !== 'passed' || !unread || inOrder.end !== 'passed') return undefined
  if (seenIn(inOrder).calls.some(({ client_left }) => client_left)) return undefined
  return problemAt('incomplete', 'unread', {
    ...told,
    title: 'ends before it has read all answers, and ends well',
    what: 'The alias was created, but the client ended when another answer came, and never learned its address.',
  })
}
