import { useState } from 'preact/hooks'
import type { Session } from '../contract/session/session.ts'
import { Cited } from '../dashboard/components/cited.tsx'
import { isReadOnly } from '../dashboard/state/host.ts'
import { linkTo, route } from '../dashboard/state/route.ts'
import { refresh } from '../dashboard/state/store.ts'
import { countsIn } from '../history/page/page-text.ts'
import { shorten } from '../text/escape.ts'
import { countOf } from '../text/numbers.ts'
import type { Replay, Runs } from './runs.ts'

/** The most characters of a name. */
const MAX_NAME = 40

/** Why the page was sent, what it shows, and the button that goes on from there. */
export function Banner({ runs }: { runs: Runs }) {
  const { run, screen } = route.value
  const { note } = runs.page
  const session = screen === 'result' ? undefined : runs.sessionOf(run)
  if (note === undefined && session === undefined) return null
  return (
    <section class="banner" aria-label="This page">
      {note !== undefined && (
        <div class="note" dir="auto">
          <Cited text={note} run={runs.firstRun} />
        </div>
      )}
      {session && <Recorded key={run} runs={runs} session={session} />}
    </section>
  )
}

function Recorded({ runs, session }: { runs: Runs; session: Session }) {
  const { run } = route.value
  const [isBusy, setBusy] = useState(false)
  const name = runs.nameOf(run)
  const replay = runs.replays.value[run] ?? null
  const press = async () => {
    setBusy(true)
    await runs.continue(run)
    await refresh()
  }
  if (!isReadOnly.value) {
    return (
      <p class="hint">
        This goes on in this page alone, and nothing is sent anywhere. Share saves how it stands;
        reload the page to have it as it was recorded.
      </p>
    )
  }
  return (
    <div class="row spread">
      <p>
        {name !== undefined && (
          <>
            <a href={`#${run}`}>{shorten(name, MAX_NAME)}</a>:{' '}
          </>
        )}
        {isFresh(session) ? <Introduction /> : `${countsIn(session)}.`}{' '}
        <ReplayMark replay={replay} />
      </p>
      <button
        type="button"
        class="primary"
        disabled={isBusy || replay === null || 'failure' in replay}
        onClick={() => void press()}
      >
        Continue from here
      </button>
    </div>
  )
}

/** For whoever only wants to try it. */
function Introduction() {
  return (
    <>
      This is alias-sandbox, a stand-in for an alias API, in one file. Nothing is installed, and
      nothing is sent.
    </>
  )
}

function isFresh({ accounts }: Session): boolean {
  return accounts.every(({ past = [], history }) =>
    [...past, ...history].every(({ type }) => type === 'start'),
  )
}

/** Whether this version of the sandbox answers as it was recorded. */
function ReplayMark({ replay }: { replay: Replay }) {
  if (replay === null) return <span role="status">Checking …</span>
  if ('failure' in replay) return <span role="status">It cannot be replayed.</span>
  const { answers, equal, different } = replay
  if (answers === 0) return null
  if (equal === answers) return <span role="status">All answers are as recorded.</span>
  const [name, [id]] = [...different].find(([, ids]) => ids.length > 0) ?? ['default', []]
  return (
    <a href={linkTo({ account: name, screen: 'live', detail: id ?? null })}>
      Not as recorded: {countOf(answers - equal, 'answer')}, first {id}
    </a>
  )
}
