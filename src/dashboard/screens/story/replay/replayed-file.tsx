import { useEffect, useMemo } from 'preact/hooks'
import { Pager, usePages } from '../../../components/pager.tsx'
import { countOf } from '../../../../text/numbers.ts'
import { linkTo } from '../../../state/route.ts'
import type { Replay } from '../../../state/types.ts'
import { FirstDifference } from './first-difference.tsx'
import { ReplayedEntry } from './replayed-entry.tsx'
import { close, isTrying, openFile, tryFrom, verdictOf } from './replayed.ts'
import { OpenStoryFile, Progress } from './story-files.tsx'

const PAGE = 50

/** A story file and how its replay went: every entry, with a mark at the first difference. */
export function ReplayedFile() {
  const file = openFile.value
  if (!file) return <NoFile />
  const { name, replay } = file
  const { accounts } = replay
  const isMany = accounts.length > 1
  return (
    <>
      <section class="card replayed" aria-labelledby="replayed">
        <h2 id="replayed">
          Story file <bdi>{name}</bdi>
        </h2>
        <p class="verdict">
          <b class={replay.first ? 'broken' : 'good'}>{verdictOf(replay)}</b>
        </p>
        <p class="hint">
          It was replayed beside the accounts of this sandbox; they did not change.
        </p>
        <div class="row">
          {replay.first && (
            <button type="button" class="primary" onClick={showFirst}>
              Show the first difference
            </button>
          )}
          <button
            type="button"
            aria-disabled={isMany}
            aria-busy={isTrying()}
            onClick={() => !isMany && void tryFrom(undefined)}
          >
            Try from its end
          </button>
          <button type="button" class="quiet" onClick={close}>
            Close
          </button>
          {isMany && (
            <span class="hint">
              The file has {countOf(accounts.length, 'account')}: choose an entry instead.
            </span>
          )}
        </div>
        <Progress />
      </section>
      {accounts.map((account) => (
        <ReplayedAccount key={account.name} account={account} first={replay.first} />
      ))}
    </>
  )
}

function showFirst(): void {
  document.querySelector('.is-first')?.scrollIntoView({ block: 'center' })
}

type ReplayedAccountProps = { account: Replay['accounts'][number]; first: Replay['first'] }

/** The entries of one account of the file, oldest first, at the page of the first difference. */
function ReplayedAccount({ account: { name, history, different }, first }: ReplayedAccountProps) {
  const { page, pages, visible, turn } = usePages(history, PAGE)
  const mark = first?.account === name ? (first.earlier ?? first).id : undefined
  const story = useMemo(() => history.toReversed(), [history])
  const at = history.findIndex(({ id }) => id === mark)
  useEffect(() => turn(Math.max(0, Math.floor(at / PAGE))), [history])
  return (
    <section class="card replayed" aria-label={`Entries of ${name}, oldest first`}>
      <h2>
        <bdi>{name}</bdi>
      </h2>
      {history.length === 0 && <p class="hint">Nothing happened in this account.</p>}
      {first && mark !== undefined && at < 0 && <FirstDifference first={first} />}
      <ol>
        {visible.map((item, index) => (
          <ReplayedEntry
            key={item.id}
            item={item}
            story={story}
            account={name}
            isNewDay={visible[index - 1]?.at.slice(0, 10) !== item.at.slice(0, 10)}
            isDifferent={different.includes(item.id)}
            first={item.id === mark ? first : null}
          />
        ))}
      </ol>
      <Pager page={page} pages={pages} turn={turn} what={`the entries of ${name}`} />
    </section>
  )
}

function NoFile() {
  return (
    <section class="card" aria-label="Story file">
      <p>No story file is open: it was closed, or a reload forgot it. Open it again.</p>
      <p class="row">
        <OpenStoryFile />
      </p>
      <Progress />
      <p>
        <a href={linkTo({ screen: 'story' })}>Back to the story</a>
      </p>
    </section>
  )
}
