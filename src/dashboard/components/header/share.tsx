import { useState } from 'preact/hooks'
import { savedFiles } from '../../../client/save-file.ts'
import { countOf } from '../../../text/numbers.ts'
import { attempt, client } from '../../state/client.ts'
import { download } from '../../state/browser/download.ts'
import { openDialog } from '../../state/open-dialog.ts'
import { route } from '../../state/route.ts'
import { account, accounts } from '../../state/store.ts'
import { tell } from '../../state/told.ts'
import { Menu } from '../menu.tsx'
import { ToldLine } from '../told-line.tsx'

type SharedFile = {
  title: string
  /** Whom it is for. */
  about: string
  extension: 'html' | 'json' | 'yaml' | 'har'
  type: string
  /** Is it always about one account? */
  isOfOne?: true
}

const files: readonly SharedFile[] = [
  {
    title: 'Page',
    about: 'For somebody who has only a browser: the history, and a sandbox that goes on from it.',
    extension: 'html',
    type: 'text/html',
  },
  {
    title: 'Session',
    about: 'For somebody who runs alias-sandbox: “alias-sandbox load” goes on from here.',
    extension: 'json',
    type: 'application/json',
  },
  {
    title: 'Scenario',
    about: 'For a test in your repository: how this account started, and what its client saw.',
    extension: 'yaml',
    type: 'application/yaml',
    isOfOne: true,
  },
  {
    title: 'HAR',
    about: 'For the developer tools of a browser, and other tools that read requests and answers.',
    extension: 'har',
    type: 'application/json',
  },
]

/** One file for somebody else: what it may be, and whom each is for. */
export function Share() {
  return (
    <Menu name="share" label="Share" title="Share">
      <ToldLine place="page" />
      <Files />
    </Menu>
  )
}

/** The longest note for which the target of a request has room. */
const MAX_NOTE = 500

function Files() {
  const { account: name } = route.value
  const [isOfOne, setOfOne] = useState(false)
  const [note, setNote] = useState('')
  const [busy, setBusy] = useState<string | null>(null)
  const save = async (file: SharedFile) => {
    if (busy !== null) return
    setBusy(file.title)
    const extent = file.isOfOne || isOfOne ? name : undefined
    await saveFile(file, extent, file.extension === 'html' ? note.trim() : '')
    setBusy(null)
  }
  return (
    <>
      <p>Each has the whole history; keys of other services in it are masked.</p>
      {accounts.value.length > 1 && (
        <label class="check">
          <input
            type="checkbox"
            checked={isOfOne}
            onChange={({ currentTarget }) => setOfOne(currentTarget.checked)}
          />
          <span>
            Only the account <bdi>{name}</bdi>, of {countOf(accounts.value.length, 'account')}
          </span>
        </label>
      )}
      <label class="field">
        <span>A note to whoever opens the page (optional)</span>
        <input
          dir="auto"
          value={note}
          maxLength={MAX_NOTE}
          onInput={({ currentTarget }) => setNote(currentTarget.value)}
        />
      </label>
      <ul class="choices">
        {files.map((file) => (
          <li key={file.title}>
            <button type="button" aria-busy={busy === file.title} onClick={() => void save(file)}>
              <b>{file.title}</b> <small>{file.about}</small>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Downloads the file of one account, or of all. */
async function saveFile(
  { extension, type }: SharedFile,
  name: string | undefined,
  note: string,
): Promise<void> {
  const query = { ...(name !== undefined && { account: name }), ...(note !== '' && { note }) }
  const made = await attempt('page', () => savedFiles[`.${extension}`]!(client.value, query))
  if (!made) return
  const fileName = fileNameOf(name ?? 'alias-sandbox', account.value?.clock.now ?? '', extension)
  download(fileName, made.text, type)
  tell('page', [`Saved as ${fileName}.`, ...(made.notes ?? [])].join(' '))
  openDialog.value = null
}

/** `default-2026-03-01T12-05-09.json`: names of accounts may hold what no file name can. */
function fileNameOf(name: string, now: string, extension: string): string {
  const safe = name
    .replaceAll(/[^\w.-]+/g, '_')
    .replace(/^\.+/, '')
    .slice(0, 60)
  const parts = [safe, now.slice(0, 19).replaceAll(':', '-')]
  return `${parts.filter((part) => part !== '').join('-')}.${extension}`
}
