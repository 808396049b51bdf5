import { useState } from 'preact/hooks'
import { ActionButton } from '../../components/action-button.tsx'
import { areCodesShown, Code, showCodes } from '../../components/code.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { countOf } from '../../../text/numbers.ts'
import { account, accounts, scenarios } from '../../state/account.ts'
import { attempt, client } from '../../state/client.ts'
import { download } from '../../state/browser/download.ts'
import { hello } from '../../state/connection.ts'
import { showDone } from '../../state/message.ts'
import { refreshAll } from '../../state/perform.ts'
import { once } from '../../state/under-way.ts'

/** Saves the session of the whole sandbox, and resets it. */
export function SessionScreen() {
  const { scenario, seed } = account.value!
  const title = scenarios.value.find(({ name }) => name === scenario)?.title ?? scenario
  return (
    <div class="columns">
      <section class="card" aria-labelledby="keep">
        <h2 id="keep">Save this session</h2>
        <p>
          One file with all accounts and everything that happened in them. Whoever loads it with{' '}
          <code>alias-sandbox state load</code> goes on from here.
        </p>
        <div class="row">
          <button type="button" onClick={() => void once('download', save)}>
            Download session
          </button>
        </div>
      </section>
      <StartOver />
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

function StartOver() {
  const [isAsking, setAsking] = useState(false)
  return (
    <section class="card" aria-labelledby="start-over">
      <h2 id="start-over">Start over</h2>
      <p>
        <b>Reset everything</b> puts default back to how it started, and deletes all other accounts
        with their stories. The story of default goes on; its report begins anew.{' '}
        <b>Reset this account only</b> leaves the others.
      </p>
      <div class="row">
        <button type="button" class="danger" onClick={() => setAsking(true)}>
          Reset everything
        </button>
        <ActionButton action="reset">Reset this account only</ActionButton>
      </div>
      {isAsking && (
        <Dialog
          title="Reset everything?"
          action="Reset all accounts"
          isDangerous
          onClose={() => setAsking(false)}
          onSubmit={() => {
            setAsking(false)
            void once('reset', reset)
          }}
        >
          <p>
            <bdi>{lossesOfReset()}</bdi>
          </p>
        </Dialog>
      )}
    </section>
  )
}

const MAX_NAMED = 5

function lossesOfReset(): string {
  const others = accounts.value.filter((name) => name !== 'default')
  if (others.length === 0) return 'The account goes back to how it started. Undo brings it back.'
  const named = others.slice(0, MAX_NAMED).join(', ')
  const rest = others.length > MAX_NAMED ? ', …' : ''
  return `${countOf(others.length, 'other account')} will be deleted for good: ${named}${rest}.`
}

async function reset(): Promise<void> {
  if (!(await attempt(() => client.value.ask('POST reset')))) return
  await refreshAll()
  showDone('Every account is as it started; those created since were deleted.')
}

async function save(): Promise<void> {
  const session = await attempt(() => client.value.ask('GET session'))
  if (session) download('alias-sandbox-session.json', JSON.stringify(session))
}
