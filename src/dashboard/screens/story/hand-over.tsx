import { CopyButton } from '../../components/copy-button.tsx'
import { account } from '../../state/account.ts'
import { attempt, client } from '../../state/client.ts'
import { toCurl } from '../../state/curl.ts'
import { linkTo } from '../../state/route.ts'
import type { HistoryCall, HistoryItem } from '../../state/types.ts'
import { DownloadStory } from './download-story.tsx'

/** What a tester gives to a developer: a link, the story as a file, and of a call what repeats it. */
export function HandOver({ item }: { item: HistoryItem }) {
  return (
    <div class="row hand-over">
      {'request' in item && (
        <>
          <CopyButton
            text={() => bugReportOf(item)}
            said="The bug report was copied: paste it into a ticket."
          >
            Copy for bug report
          </CopyButton>
          <CopyButton
            text={() => toCurl(item, location.origin, account.value!.api_key)}
            said="The curl command was copied: paste it into a terminal."
          >
            Copy curl
          </CopyButton>
        </>
      )}
      <CopyButton text={() => addressOf(item)} said="The link was copied: it opens this entry.">
        Copy link
      </CopyButton>
      <DownloadStory until={item.id}>Download story up to here</DownloadStory>
    </div>
  )
}

/** What a developer needs to get the same answer; undefined if it cannot be had, which is shown. */
async function bugReportOf({ account: name, id }: HistoryCall): Promise<string | undefined> {
  return (await attempt(() => client.value.bugReport(name, id)))?.markdown
}

/** The address that opens this account at this entry. */
function addressOf({ account: name, id }: Pick<HistoryItem, 'account' | 'id'>): string {
  return new URL(linkTo({ account: name, screen: 'story', detail: id, filter: '' }), location.href)
    .href
}
