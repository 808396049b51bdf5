import { problemKinds, type Problem } from '../problem.ts'
import type { Judged, Seen } from './seen.ts'

/** It ended well, but what it made or told is not what there is. */
export function findIncomplete({ observed, seen, plain }: Judged): Problem[] {
  const { incomplete } = observed
  if (incomplete === undefined || plain.incomplete !== undefined || isChanging(seen)) return []
  const pages = seen.calls.filter(({ outcome }) => outcome === 'listed')
  const last = pages.at(-1)
  const isUnfinished = last !== undefined && /"has_more":true/.test(last.response.body.slice(-200))
  return [
    {
      kind: 'incomplete',
      key: `incomplete/${isUnfinished ? 'pages' : 'result'}`,
      title: problemKinds.incomplete.title,
      what: isUnfinished
        ? `The client stopped at a page with has_more: true. ${incomplete}`
        : incomplete,
      ...(isUnfinished ? ofPages : ofExpectation),
      entries: last ? [seen.idOf(last)] : [],
    },
  ]
}

const ofPages = {
  sentence: problemKinds.incomplete.sentence,
  source: problemKinds.incomplete.source,
}

const ofExpectation = {
  sentence: 'What the client should have made or written is what its user expects.',
  source: 'the assertion of the test, or --expect-output',
}

const GROUPS = ['create_alias', 'suspend_alias', 'resume_alias', 'delete_alias']
const ENDS = ['alias_expired', 'alias_burned']

/** Did aliases change beside the client while it ran? Then nobody can tell what it should have seen. */
function isChanging({ actions, events }: Seen): boolean {
  return (
    actions.some(({ action, result }) => GROUPS.includes(action) && result !== null) ||
    events.some(({ event }) => ENDS.includes(event))
  )
}
