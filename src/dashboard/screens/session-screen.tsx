import { signal } from '@preact/signals'
import type { ControlClient } from '../../client/client.ts'
import { ActionButton } from '../components/action-button.tsx'
import { download } from '../state/download.ts'
import { showDone, showError } from '../state/notice.ts'
import { account, attempt, client, refreshAll, version } from '../state/state.ts'

/** What stood before the last reset or load; kept while other screens are looked at. */
const before = signal<{ state: unknown; what: 'reset' | 'load' } | null>(null)

/** The whole sandbox as one file: keep it, hand it on, put it back; and start anew, with a way back. */
export function SessionScreen() {
  const { scenario, seed } = account.value!
  return (
    <>
      <section class="card" aria-labelledby="keep">
        <h2 id="keep">Keep this session</h2>
        <p>
          All accounts with their aliases, limits, clocks and faults, as one file. Whoever loads it
          has what you have now.
        </p>
        <div class="row">
          <button type="button" onClick={() => void save()}>
            Download session
          </button>
        </div>
        <label class="field">
          <span>Load a session (replaces everything)</span>
          <input
            type="file"
            accept=".json"
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? []
              currentTarget.value = ''
              if (file) void load(file)
            }}
          />
        </label>
      </section>
      <section class="card" aria-labelledby="anew">
        <h2 id="anew">Start anew</h2>
        <p>Every account as it started; accounts made since are removed.</p>
        <div class="row">
          <button type="button" class="danger" onClick={() => void reset()}>
            Reset everything
          </button>
          {before.value !== null && (
            <button type="button" onClick={() => void undo()}>
              Undo the {before.value.what}
            </button>
          )}
          <ActionButton action="reset">Reset this account only</ActionButton>
        </div>
        {before.value !== null && (
          <p class="hint">
            That brings all accounts back as they were, without their calls. It can be done until
            this page is left.
          </p>
        )}
      </section>
      <section class="card" aria-labelledby="about">
        <h2 id="about">About</h2>
        <p>
          alias-sandbox {version.value}; this account started in <b>{scenario}</b> with seed {seed}.
        </p>
      </section>
    </>
  )
}

async function save(): Promise<void> {
  const state = await attempt(() => client.value.state())
  if (state) download('alias-sandbox-session.json', JSON.stringify(state))
}

async function load(file: File): Promise<void> {
  const state = await readJson(file)
  if (state !== undefined)
    await replace('load', (api) => api.loadState(state), 'The session is loaded')
}

function reset(): Promise<void> {
  return replace('reset', (api) => api.reset(), 'Everything is as it started')
}

async function undo(): Promise<void> {
  const stored = before.value
  if (!stored || !(await attempt(() => client.value.loadState(stored.state)))) return
  before.value = null
  await refreshAll()
  showDone('All is as it was')
}

/** Replaces everything, and keeps what stood before. */
async function replace(
  what: 'reset' | 'load',
  change: (api: ControlClient) => Promise<unknown>,
  done: string,
): Promise<void> {
  const state = await attempt(() => client.value.state())
  if (!state || !(await attempt(() => change(client.value)))) return
  before.value = { state, what }
  await refreshAll()
  showDone(done)
}

async function readJson(file: File): Promise<unknown> {
  try {
    return JSON.parse(await file.text())
  } catch {
    showError(`${file.name} is not JSON`)
    return undefined
  }
}
