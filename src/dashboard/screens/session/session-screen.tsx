import { FileButton } from '../../components/form/file-button.tsx'
import { ActionButton } from '../../components/action-button.tsx'
import { areCodesShown, Code, showCodes } from '../../components/code.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { account, scenarios } from '../../state/account.ts'
import { attempt, client } from '../../state/client.ts'
import { download } from '../../state/browser/download.ts'
import { hello } from '../../state/connection.ts'
import { showError } from '../../state/message.ts'
import { linkTo } from '../../state/route.ts'
import { once } from '../../state/under-way.ts'
import { before, load, question, reset, undo } from './replace-sandbox.ts'

/** Saves and loads the state of the whole sandbox, and resets it with an undo. */
export function SessionScreen() {
  const { scenario, seed } = account.value!
  const title = scenarios.value.find(({ name }) => name === scenario)?.title ?? scenario
  return (
    <div class="columns">
      <section class="card" aria-labelledby="keep">
        <h2 id="keep">Save this session</h2>
        <p>
          One file with all accounts: their aliases, limits, clocks and faults. Whoever loads it
          goes on from here.
        </p>
        <p class="hint">
          A session is the whole sandbox; a{' '}
          <a href={linkTo({ screen: 'scenarios' })}>saved state</a> is one account. Neither has the
          calls: those are in the <a href={linkTo({ screen: 'story' })}>story</a>.
        </p>
        <div class="row">
          <button type="button" onClick={() => void once('download', save)}>
            Download session
          </button>
        </div>
        <div class="row">
          <FileButton accept=".json" onFile={(file) => void once('session', () => loadFile(file))}>
            Load a session …
          </FileButton>
          <span class="hint">
            It replaces all accounts, which can be undone, and their stories, which cannot.
          </span>
        </div>
      </section>
      <section class="card" aria-labelledby="start-over">
        <h2 id="start-over">Start over</h2>
        <p>
          <b>Reset everything</b> puts default back to how it started, and deletes all other
          accounts with their stories. The story of default goes on; its report begins anew.{' '}
          <b>Reset this account only</b> leaves the others.
        </p>
        <div class="row">
          <button type="button" class="danger" onClick={() => void once('session', reset)}>
            Reset everything
          </button>
          {before.value !== null && (
            <button type="button" onClick={() => void once('session', undo)}>
              Undo the {before.value.what}
            </button>
          )}
          <ActionButton action="reset">Reset this account only</ActionButton>
        </div>
        {before.value !== null && (
          <p class="hint">
            Undo brings all accounts back, but not their stories. It works until you leave this
            page.
          </p>
        )}
      </section>
      <Question />
      <section class="card" aria-labelledby="about">
        <h2 id="about">About</h2>
        <p>
          alias-sandbox {hello.value['version']}. This account uses the scenario <b>{title}</b>
          <Code>{scenario}</Code> with seed {seed}: the same seed draws the same addresses.
        </p>
        <label class="check">
          <input
            type="checkbox"
            checked={areCodesShown.value}
            onChange={({ currentTarget }) => showCodes(currentTarget.checked)}
          />
          Show codes: what the API calls things, beside the plain words
        </label>
      </section>
    </div>
  )
}

/** Asked before accounts of others, or something for good, are lost. */
function Question() {
  const visible = question.value
  if (!visible) return null
  const close = () => (question.value = null)
  return (
    <Dialog
      title={visible.title}
      action={visible.action}
      isDangerous
      onClose={close}
      onSubmit={() => {
        close()
        void once('session', visible.run)
      }}
    >
      <p>
        <bdi>{visible.text}</bdi>
      </p>
    </Dialog>
  )
}

async function save(): Promise<void> {
  const state = await attempt(() => client.value.state())
  if (state) download('alias-sandbox-session.json', JSON.stringify(state))
}

async function loadFile(file: File): Promise<void> {
  const state = await readJson(file)
  if (state !== undefined) await load(state)
}

async function readJson(file: File): Promise<unknown> {
  try {
    return JSON.parse(await file.text())
  } catch {
    showError(`${file.name} is not JSON`)
    return undefined
  }
}
