import { countOf } from '../../../words/numbers.ts'
import { account } from '../../state/account.ts'
import { attempt, client } from '../../state/client.ts'
import { download } from '../../state/browser/download.ts'
import { showDone } from '../../state/message.ts'
import { route } from '../../state/route.ts'
import { isUnderWay, once } from '../../state/under-way.ts'

type DownloadStoryProps = {
  /** The last entry of the file; the whole story without one. */
  until?: string
  children: string
}

/** Downloads the account’s story as a file that can be replayed. */
export function DownloadStory({ until, children }: DownloadStoryProps) {
  const save = async () => {
    await once('download', () => saveStory(until))
  }
  return (
    <button type="button" aria-busy={isUnderWay('download')} onClick={() => void save()}>
      {children}
    </button>
  )
}

async function saveStory(until: string | undefined): Promise<void> {
  const name = route.value.account
  const file = await attempt(() =>
    client.value.historyFile({ account: name, ...(until !== undefined && { until }) }),
  )
  if (!file) return
  const fileName = storyFileName(name, account.value?.clock.now ?? '', until)
  download(fileName, JSON.stringify(file, null, 2))
  const count = file.accounts.reduce((sum, { history }) => sum + history.length, 0)
  showDone(`Saved ${countOf(count, 'entry', 'entries')} as ${fileName}.`)
}

/** `default-2026-03-01T12-05-09.json`: names of accounts may hold what no file name can. */
function storyFileName(name: string, now: string, until: string | undefined): string {
  const safe =
    name
      .replaceAll(/[^\w.-]+/g, '_')
      .replace(/^\.+/, '')
      .slice(0, 60) || 'story'
  const parts = [safe, now.slice(0, 19).replaceAll(':', '-'), until ?? '']
  return `${parts.filter((part) => part !== '').join('-')}.json`
}
