import type { RequestEntry } from '../../../contract/history/entry.ts'
import { problemAt, type Problem } from '../problem.ts'
import { parsed } from '../../../report/rule.ts'
import { isAnswered, isChanging, seenIn, type JudgedRun, type RunEntries } from './judged-run.ts'
import { hasMore, lastWalk, type Walk } from './walk.ts'

/** It ended well, but what it made or told is not what there is. */
export function findIncomplete(run: JudgedRun): Problem | undefined {
  const { observed, seen, plain } = run
  if (observed.end !== 'passed' || plain.incomplete !== undefined || isChanging(seen))
    return undefined
  const { incomplete } = observed
  if (incomplete === undefined) return run.isResultChecked ? undefined : findUnfinished(run)
  const walk = lastWalk(seen.calls)
  const isUnfinished = walk !== undefined && hasMore(walk.last)
  return problemAt('incomplete', isUnfinished ? 'pages' : 'result', {
    what: isUnfinished
      ? `The client stopped at a page with has_more: true. ${incomplete}`
      : incomplete,
    ...(!isUnfinished && ofExpectation),
    entries: walk ? [seen.idOf(walk.last)] : [],
  })
}

/**
 * Without a check of its result, a client is measured by itself: it stopped where it goes on in another run. One
 * that never asks for a second page may mean that.
 */
function findUnfinished({ seen, calm, paged }: JudgedRun): Problem | undefined {
  const walk = lastWalk(seen.calls)
  if (!walk || walk.isAtEnd || isSearch(seen.calls, walk)) return undefined
  const inCalm = calm.end === 'passed' ? lastWalk(seenIn(calm).calls) : undefined
  const inPaged = paged?.end === 'passed' ? lastWalk(seenIn(paged).calls) : undefined
  if (inCalm?.isAtEnd) {
    return unfinished(
      'trouble',
      walk.last,
      seen,
      `Its last request for the list ${howAnswered(walk.last)}, and the client ended well. When nothing goes wrong it reads the list to its end.`,
    )
  }
  if (!hasMore(walk.last) || !inPaged?.isFollowing || !inPaged.isAtEnd) return undefined
  return unfinished(
    'pages',
    walk.last,
    seen,
    'The client stopped at a page with has_more: true, and ended well. In another account it reads all pages.',
  )
}

function howAnswered(call: RequestEntry): string {
  const { status } = call.response
  if (hasMore(call)) return 'was answered with has_more: true'
  // A lost answer has no status; one that is cut off has that of the whole.
  const isUnread = status === 200 || status === 0
  return isUnread ? 'got no answer that can be read' : `was answered with ${status}`
}

function unfinished(place: string, last: RequestEntry, seen: RunEntries, what: string): Problem {
  return problemAt('incomplete', place, {
    title: 'stops before the end of the list, and ends well',
    what,
    entries: [seen.idOf(last)],
  })
}

/** Did it list in order to decide about a creation? Then it may stop as soon as it knows. */
function isSearch(calls: readonly RequestEntry[], { last }: Walk): boolean {
  const creations = calls.filter(({ operation }) => operation === 'create')
  return creations.some((call) => {
    if (call.order > last.order || !isAnswered(call)) return true
    const { id } = (parsed(call.response.body)['alias'] ?? {}) as { id?: string }
    return id !== undefined && last.response.body.includes(JSON.stringify(id))
  })
}

const ofExpectation = {
  sentence: 'What the client should have made or written is what its user expects.',
  source: '',
}
