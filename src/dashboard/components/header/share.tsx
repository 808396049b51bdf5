import { useState } from 'preact/hooks'
import { savedFiles } from '../../../client/save-file.ts'
import { countOf } from '../../../text/numbers.ts'
import { attempt, client } from '../../state/client.ts'
import { download } from '../../state/browser/download.ts'
import { openDialog } from '../../state/open-dialog.ts'
import { route } from '../../state/route.ts'
import { account, accounts } from '../../state/store.ts'
import { tell } from '../../state/told.ts'
import { TextField } from '../form/field.tsx'
import { Menu } from '../menu.tsx'
import { ToldLine } from '../told-line.tsx'
import { usePress } from '../use-press.ts'

/** What may be saved, by the ending of its file. */
const files = {
  '.html': {
    title: 'Page',
    about: 'For somebody who has only a browser: the history, and a sandbox that goes on from it.',
  },
  '.json': {
    title: 'Session',
    about: 'For somebody who runs alias-sandbox: “alias-sandbox load” goes on from here.',
  },
  '.yaml': {
    title: 'Scenario',
    about: 'For a test in your repository: how this account started, and what its client saw.',
  },
  '.har': {
    title: 'HAR',
    about: 'For the developer tools of a browser, and other tools that read requests and answers.',
  },
} as const

type Ending = keyof typeof files

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
  const { isBusy, press } = usePress((ending: Ending) =>
    saveFile(
      ending,
      // A scenario is always about one account.
      ending === '.yaml' || isOfOne ? name : undefined,
      ending === '.html' ? note.trim() : '',
    ),
  )
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
      <TextField
        label="A note to whoever opens the page (optional)"
        dir="auto"
        value={note}
        maxLength={MAX_NOTE}
        onInput={setNote}
      />
      <ul class="choices">
        {(Object.keys(files) as Ending[]).map((ending) => (
          <li key={ending}>
            <button type="button" aria-busy={isBusy} onClick={() => press(ending)}>
              <b>{files[ending].title}</b> <small>{files[ending].about}</small>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Downloads the file of one account, or of all. */
async function saveFile(ending: Ending, name: string | undefined, note: string): Promise<void> {
  const query = { ...(name !== undefined && { account: name }), ...(note !== '' && { note }) }
  const made = await attempt('page', () => savedFiles[ending]!(client.value, query))
  if (!made) return
  const fileName = fileNameOf(name ?? 'alias-sandbox', account.value?.clock.now ?? '') + ending
  download(fileName, made.text)
  tell('page', [`Saved as ${fileName}.`, ...(made.notes ?? [])].join(' '))
  openDialog.value = null
}

/** `default-2026-03-01T12-05-09`: names of accounts may hold what no file name can. */
function fileNameOf(name: string, now: string): string {
  const safe = name
    .replaceAll(/[^\w.-]+/g, '_')
    .replace(/^\.+/, '')
    .slice(0, 60)
  const parts = [safe, now.slice(0, 19).replaceAll(':', '-')]
  return parts.filter((part) => part !== '').join('-')
}
