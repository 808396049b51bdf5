import { countOf, toNumber } from '../../words/numbers.ts'
import { linkTo } from '../../dashboard/state/route.ts'
import { replayed } from './runs.ts'
import { version } from './version.ts'

/** What the page is, and whether this version of the sandbox answers as it was recorded. */
export function PageMark() {
  return (
    <span class="page-mark" role="status">
      <Equal /> <small>saved page, {version}</small>
    </span>
  )
}

function Equal() {
  const replay = replayed.value
  if (replay === null) return null
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
    <a href={linkTo({ account: name, screen: 'story', detail: id ?? null })}>
      {toNumber(answers - equal)} of {countOf(answers, 'answer')} differ, first {id}
    </a>
  )
}
