import { useId, useState } from 'preact/hooks'
import { ActionError } from '../../contract/control/action-error.ts'
import { actionNames, type ActionName } from '../../contract/actions.ts'
import { parseJson } from '../../contract/values/value-limits.ts'
import { attemptedAction } from '../../words/actions.ts'
import { ToldLine } from '../../dashboard/components/told-line.tsx'
import { account, refresh } from '../../dashboard/state/store.ts'
import { tell } from '../../dashboard/state/told.ts'
import { perform } from '../../dashboard/state/perform.ts'
import { route } from '../../dashboard/state/route.ts'
import type { Runs } from './runs.ts'
import { SaveCard } from './save-card.tsx'

/** Goes on from where the account is: requests, actions, time; what comes of it can be saved. */
export function TryScreen({ runs }: { runs: Runs }) {
  return (
    <div class="columns">
      <div class="column">
        <ToldLine place="try" />
        <CallCard runs={runs} />
        <ActionCard />
      </div>
      <div class="column">
        <SaveCard runs={runs} />
      </div>
    </div>
  )
}

/** Makes requests with the key of the account. */
function CallCard({ runs }: { runs: Runs }) {
  const [body, setBody] = useState('{"label": "tried"}')
  const [query, setQuery] = useState('')
  const { run, account: name } = route.value
  const call = (method: 'POST' | 'GET') => {
    const request = method === 'POST' ? { query: '', body } : { query, body: null }
    try {
      const id = runs.opened(run).call(name, { method, ...request })
      void refresh()
      tell('try', `The request was answered: ${id}.`)
    } catch (error) {
      if (!(error instanceof ActionError)) throw error
      tell('try', error.message, { isFailure: true })
    }
  }
  return (
    <section class="card stack" aria-labelledby="calls">
      <h2 id="calls">Send a request</h2>
      <p class="hint">
        Nothing is sent: the sandbox is in this page. Its clock stands still until you move it.
      </p>
      <form class="row" onSubmit={submit(() => call('POST'))}>
        <Area label="Body of POST /v1/aliases" value={body} onInput={setBody} />
        <button type="submit" class="primary">
          Create an alias
        </button>
      </form>
      <form class="row" onSubmit={submit(() => call('GET'))}>
        <Area label="Query of GET /v1/aliases" value={query} onInput={setQuery} isLine />
        <button type="submit">List aliases</button>
      </form>
    </section>
  )
}

/** Performs any action, and moves the clock, which is the most frequent one. */
function ActionCard() {
  const [by, setBy] = useState('1h')
  const [action, setAction] = useState<ActionName>(actionNames[0]!)
  const [text, setText] = useState('{}')
  const id = useId()
  const act = () => {
    const parsed = parseJson(text.trim() === '' ? '{}' : text)
    if (!parsed.ok) return tell('try', `The arguments ${parsed.problem}.`, { isFailure: true })
    void perform('try', action, parsed.value ?? {})
  }
  return (
    <section class="card stack" aria-labelledby="act">
      <h2 id="act">Change something</h2>
      <form class="row" onSubmit={submit(() => void perform('try', 'advance_clock', { by }))}>
        <Area label="Let time pass" value={by} onInput={setBy} isLine />
        <button type="submit">Advance</button>
      </form>
      <form class="row" onSubmit={submit(act)}>
        <div class="field">
          <label for={id}>Action</label>
          <select
            id={id}
            value={action}
            onChange={({ currentTarget }) => setAction(currentTarget.value as ActionName)}
          >
            {actionNames.map((each) => (
              <option key={each} value={each}>
                {attemptedAction(each)} ({each})
              </option>
            ))}
          </select>
        </div>
        <Area label="Arguments, as JSON" value={text} onInput={setText} />
        <button type="submit">Do it</button>
      </form>
      <p class="hint">
        The account is {account.value!.name}. Reload the page to have everything as it was.
      </p>
    </section>
  )
}

function submit(act: () => void) {
  return (event: Event) => {
    event.preventDefault()
    act()
  }
}

type AreaProps = { label: string; value: string; onInput: (text: string) => void; isLine?: boolean }

function Area({ label, value, onInput, isLine = false }: AreaProps) {
  const id = useId()
  const shared = { id, value, autocomplete: 'off', spellcheck: false } as const
  return (
    <div class="field grows">
      <label for={id}>{label}</label>
      {isLine ? (
        <input {...shared} onInput={({ currentTarget }) => onInput(currentTarget.value)} />
      ) : (
        <textarea
          {...shared}
          rows={2}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      )}
    </div>
  )
}
