import { useEffect, useState } from 'preact/hooks'
import { sentenceOf } from '../../labels/items.ts'
import { toTimeOfDay } from '../../../words/times.ts'
import { accounts } from '../../state/account.ts'
import { linkTo } from '../../state/route.ts'
import { findItem } from '../../state/story.ts'
import { deleteFork } from '../../state/travel/fork.ts'
import type { Account, HistoryItem } from '../../state/types.ts'
import { Dialog } from '../dialog.tsx'

type ForkProps = { name: string; from: NonNullable<Account['forked_from']> }

/** Says what the account branched off from, leads back, and deletes it. */
export function Fork({ name, from: { account: parent, at } }: ForkProps) {
  const [isAsking, setAsking] = useState(false)
  const isThere = accounts.value.includes(parent)
  const entry = useEntry(parent, isThere ? at : null)
  return (
    <aside class="fork-banner" aria-label="Fork">
      <p>
        You are on a fork of <b>{parent}</b>
        {at === null && ', as it was when you branched off.'}
        {at !== null && (entry !== undefined || isThere) && <BranchPoint at={at} entry={entry} />}
      </p>
      {isThere ? (
        <a class="alone" href={linkTo({ account: parent, screen: 'story', detail: at })}>
          Back to {parent}
        </a>
      ) : (
        <span class="hint">{parent} does not exist any more.</span>
      )}
      <button type="button" class="danger" onClick={() => setAsking(true)}>
        Delete this fork
      </button>
      {isAsking && (
        <Dialog
          title="Delete this fork?"
          action="Delete it"
          isDangerous
          onClose={() => setAsking(false)}
          onSubmit={() => {
            setAsking(false)
            void deleteFork(isThere ? parent : 'default', isThere ? at : null)
          }}
        >
          <p>
            The account <b>{name}</b> is lost, with its aliases, its key and its story. {parent}{' '}
            stays as it is.
          </p>
        </Dialog>
      )}
    </aside>
  )
}

function BranchPoint({ at, entry }: { at: string; entry: HistoryItem | undefined }) {
  if (!entry)
    return (
      <>
        , from before <span class="identifier">{at}.</span>
      </>
    )
  return (
    <>
      , from before “<bdi>{sentenceOf(entry).slice(0, 200)}</bdi>” (
      {toTimeOfDay(Date.parse(entry.at))}) <span class="identifier">{at}</span>
    </>
  )
}

/** The entry before which the account branched off, which belongs to another account. */
function useEntry(parent: string, at: string | null): HistoryItem | undefined {
  const [entry, setEntry] = useState<HistoryItem>()
  useEffect(() => {
    if (at !== null) void findItem(parent, at).then(setEntry)
  }, [parent, at])
  return entry
}
