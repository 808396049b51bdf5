import { useEffect } from 'preact/hooks'
import { CopyButton } from '../../components/copy-button.tsx'
import { account } from '../../state/account.ts'
import { attempt, client } from '../../state/client.ts'
import { toCurl } from '../../state/curl.ts'
import { linkTo } from '../../state/route.ts'
import { source } from '../../state/source.ts'
import { refreshCompleteFrom, takenBack } from '../../state/story.ts'
import type { RequestEntry, Entry } from '../../state/types.ts'
import { goBackTo, isStart, whyNot } from './time-travel/travel.ts'

/** Buttons for an entry: a call can be handed to a developer, any other entry can be taken back. */
export function EntryActions({ item }: { item: Entry }) {
  const isCall = item.type === 'call'
  return (
    <>
      <div class="row entry-actions">
        {isCall ? (
          <CopyButton
            kind="primary"
            text={() => bugReportOf(item)}
            said="The bug report was copied: paste it into a ticket."
          >
            Copy for bug report
          </CopyButton>
        ) : (
          <GoBack item={item} />
        )}
        <details class="more">
          <summary>More</summary>
          <div class="row">
            {isCall && <GoBack item={item} />}
            {isCall && !source.value.isWhole && (
              <CopyButton
                text={() => toCurl(item, location.origin, account.value!.api_key)}
                said="The curl command was copied: paste it into a terminal."
              >
                Copy curl
              </CopyButton>
            )}
            <CopyButton
              text={() => addressOf(item)}
              said="The link was copied: it opens this entry."
            >
              Copy link
            </CopyButton>
          </div>
        </details>
      </div>
      <Note item={item} />
    </>
  )
}

type Props = { item: Entry }

/** Back to before an entry. */
function GoBack({ item }: Props) {
  const isRefused = whyNot(item) !== undefined
  return (
    <button type="button" aria-disabled={isRefused} onClick={() => !isRefused && goBackTo(item)}>
      {isStart(item) ? 'Go back to the start' : 'Go back to before this'}
    </button>
  )
}

/** A note to read before going back. */
function Note({ item }: Props) {
  useEffect(() => void refreshCompleteFrom(), [item.order])
  const refused = whyNot(item)
  if (refused !== undefined) return <p class="hint">{refused}</p>
  if (!takenBack.value.has(item.order)) return null
  return (
    <p class="hint">
      This was taken back: it has no effect on the account any more. To go back to before it takes
      back what was done since.
    </p>
  )
}

/** Loads the report with which a developer gets the same answer; undefined if that fails, which is shown. */
async function bugReportOf({ account: name, id }: RequestEntry): Promise<string | undefined> {
  return (await attempt(() => client.value.ask('GET requests/:id/bug', { account: name, id })))
    ?.markdown
}

/** The address that opens this account at this entry. */
function addressOf({ account: name, id }: Pick<Entry, 'account' | 'id'>): string {
  return new URL(linkTo({ account: name, screen: 'story', detail: id, filter: '' }), location.href)
    .href
}
