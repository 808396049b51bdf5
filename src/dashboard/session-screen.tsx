import { useState } from 'preact/hooks'
import { ActionButton } from './action-button.tsx'
import { download } from './download.ts'
import { showDone, showError } from './notice.ts'
import { account, attempt, client, refreshAll, version } from './sandbox.ts'

/** The whole sandbox as one file: keep it, hand it on, put it back; and start anew, with a way back. */
export function SessionScreen() {
  const [before, setBefore] = useState<unknown>()
  const restore = async (state: unknown, what: string) => {
    if (!(await attempt(() => client.value.loadState(state)))) return
    await refreshAll()
    showDone(what)
  }
  const reset = async () => {
    const state = await attempt(() => client.value.state())
    if (!state || !(await attempt(() => client.value.reset()))) return
    setBefore(state)
    await refreshAll()
    showDone('Everything is as it started')
  }
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
              if (file)
                void readJson(file).then((state) => state && restore(state, 'Session loaded'))
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
          {before !== undefined && (
            <button
              type="button"
              onClick={() => {
                setBefore(undefined)
                void restore(before, 'Reset undone')
              }}
            >
              Undo the reset
            </button>
          )}
          <ActionButton action="reset">Reset this account only</ActionButton>
        </div>
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

async function readJson(file: File): Promise<unknown> {
  try {
    return JSON.parse(await file.text())
  } catch {
    showError(`${file.name} is not JSON`)
    return undefined
  }
}
