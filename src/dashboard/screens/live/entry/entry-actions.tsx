import { causeOf } from '../../../../core/record/cause-of.ts'
import { countOf } from '../../../../text/numbers.ts'
import { CopyButton } from '../../../components/copy-button.tsx'
import { ToldLine } from '../../../components/told-line.tsx'
import { usePress } from '../../../components/use-press.ts'
import { sentenceIn } from '../../../labels/entries.ts'
import type { Entry, RequestEntry } from '../../../service/types.ts'
import { attempt, client } from '../../../state/client.ts'
import { toCurl } from '../../../state/curl.ts'
import { completeFrom, entries, kept, takenBack } from '../../../state/history.ts'
import { host, isReadOnly, READ_ONLY } from '../../../state/host.ts'
import { undo } from '../../../state/perform.ts'
import { account } from '../../../state/store.ts'

const PLACE = 'entry'

/** Undo to here; a request can be handed to a developer, too. */
export function EntryActions({ entry }: { entry: Entry }) {
  return (
    <>
      <div class="row">
        <UndoToHere entry={entry} />
        {entry.type === 'call' && (
          <>
            <CopyButton
              place={PLACE}
              text={() => bugReportOf(entry)}
              said="The bug report was copied: paste it into a ticket."
            >
              Copy as bug report
            </CopyButton>
            {host.value.hasPort && (
              <CopyButton
                place={PLACE}
                text={() => toCurl(entry, host.value.url, account.value!.api_key)}
                said="The curl command was copied: paste it into a terminal."
              >
                Copy curl
              </CopyButton>
            )}
          </>
        )}
      </div>
      <ToldLine place={PLACE} />
      <p class="hint">{noteOf(entry)}</p>
    </>
  )
}

function UndoToHere({ entry }: { entry: Entry }) {
  const { isBusy, press } = usePress(() => undo(PLACE, entry.id, undoneSentence(entry)))
  return (
    <button type="button" disabled={isBusy || isReadOnly.value || isTooFar(entry)} onClick={press}>
      {entry.id === 'start_1' ? 'Undo everything' : 'Undo to before this'}
    </button>
  )
}

function undoneSentence(entry: Entry): string {
  if (entry.id === 'start_1') return 'The account is as it started'
  return entry.type === 'undo'
    ? 'What was undone is back'
    : `Back to before “${sentenceIn(entry, entries.peek())}”`
}

/** The entries that an undo takes back, or the reason why there is none. */
function noteOf(entry: Entry): string {
  if (isReadOnly.value) return READ_ONLY
  if (isTooFar(entry))
    return 'The account cannot go back so far: too much of what came before was dropped.'
  if (takenBack.value.has(entry.order)) return 'This was undone: it has no effect any more.'
  const { order } = causeOf(kept.value, entry)
  const count = entries.value.filter(
    (each) => each.order > order && each.type !== 'event' && !takenBack.value.has(each.order),
  ).length
  const what = count === 0 ? 'this' : `this and ${countOf(count, 'later entry', 'later entries')}`
  const end = account.value?.can_come_back === false ? ' That may not be undone again.' : ''
  return `Undo takes back ${what}.${end}`
}

function isTooFar({ order }: Entry): boolean {
  const from = entries.value.find(({ id }) => id === completeFrom.value)
  return completeFrom.value !== 'start_1' && from !== undefined && order < from.order
}

/** Loads the report with which a developer gets the same answer; undefined if that fails, which is told. */
async function bugReportOf({ account: name, id }: RequestEntry): Promise<string | undefined> {
  const asked = { account: name, id }
  return (await attempt(PLACE, () => client.value.ask('GET requests/:id/bug', asked)))?.markdown
}
