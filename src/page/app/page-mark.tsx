import { countOf, toNumber } from '../../text/numbers.ts'
import { shorten } from '../../text/escape.ts'
import { linkTo, route } from '../../dashboard/state/route.ts'
import { replayed, type Runs } from './runs.ts'
import { version } from './version.ts'

/** The most of the name of a case that the header shows. */
const MAX_NAME = 40

/** The kind of page, and whether this version of the sandbox answers as it was recorded. */
export function PageMark({ runs }: { runs: Runs }) {
  const { run } = route.value
  const name = runs.nameOf(run)
  return (
    <span class="page-mark" role="status">
      {name !== undefined && <a href={`#${run}`}>{shorten(name, MAX_NAME)}</a>}{' '}
      <Equal hasSession={runs.sessionOf(run) !== undefined} /> <small>saved page, {version}</small>
    </span>
  )
}

function Equal({ hasSession }: { hasSession: boolean }) {
  const replay = replayed.value
  if (replay === null) return hasSession ? <span>checking …</span> : null
  if ('failure' in replay) return <span class="broken">not replayed</span>
  const { answers, equal, different } = replay
  if (equal === answers)
    return (
      <span>
        {countOf(answers, 'answer')}
        <span class="wide-only">, all as recorded</span>
      </span>
    )
  const [name, [id]] = [...different].find(([, ids]) => ids.length > 0) ?? ['default', []]
  return (
    <a href={linkTo({ account: name, screen: 'live', detail: id ?? null })}>
      {toNumber(answers - equal)} of {countOf(answers, 'answer')} differ, first {id}
    </a>
  )
}
