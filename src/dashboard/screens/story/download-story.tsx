import { countOf } from '../../../text/numbers.ts'
import { account } from '../../state/account.ts'
import { attempt, client } from '../../state/client.ts'
import { download } from '../../state/browser/download.ts'
import { showDone } from '../../state/message.ts'
import { route } from '../../state/route.ts'
import { source } from '../../state/source.ts'
import { isUnderWay, once } from '../../state/under-way.ts'

type DownloadStoryProps = {
  /** As a page that opens in any browser, in place of a file to replay. */
  isPage?: boolean
  children: string
}

/** Downloads the whole story. */
export function SaveStory() {
  return (
    <details class="more save-story">
      <summary>Save this story</summary>
      <div class="row">
        <DownloadStory>Download story</DownloadStory>
        <DownloadStory isPage>Download as page</DownloadStory>
      </div>
    </details>
  )
}

/** Downloads the account’s story as a session. */
export function DownloadStory({ isPage = false, children }: DownloadStoryProps) {
  // A page in a file saves itself.
  if (isPage && source.value.isWhole) return null
  const save = async () => {
    await once('download', isPage ? savePage : saveStory)
  }
  return (
    <button type="button" aria-busy={isUnderWay('download')} onClick={() => void save()}>
      {children}
    </button>
  )
}

async function saveStory(): Promise<void> {
  const name = route.value.account
  const asked = { query: { account: name } }
  const file = await attempt(() => client.value.ask('GET session', asked))
  if (!file) return
  const fileName = storyFileName(name, account.value?.clock.now ?? '')
  download(fileName, JSON.stringify(file, null, 2))
  const { accounts } = file
  const count = accounts.reduce((sum, { history }) => sum + history.length, 0)
  showDone(`Saved ${countOf(count, 'entry', 'entries')} as ${fileName}.`)
}

async function savePage(): Promise<void> {
  const name = route.value.account
  const page = await attempt(() =>
    client.value.ask('GET session/page', { query: { account: name } }),
  )
  if (!page) return
  const fileName = storyFileName(name, account.value?.clock.now ?? '', 'html')
  download(fileName, page.html, 'text/html')
  showDone(`Saved as ${fileName}: anybody can open it in a browser.`)
}

/** `default-2026-03-01T12-05-09.json`: names of accounts may hold what no file name can. */
function storyFileName(name: string, now: string, extension = 'json'): string {
  const safe =
    name
      .replaceAll(/[^\w.-]+/g, '_')
      .replace(/^\.+/, '')
      .slice(0, 60) || 'story'
  const parts = [safe, now.slice(0, 19).replaceAll(':', '-')]
  return `${parts.filter((part) => part !== '').join('-')}.${extension}`
}
