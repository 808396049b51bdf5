import { useState } from 'preact/hooks'
import { keep, recall } from '../../state/browser/stored.ts'
import { account } from '../../state/store.ts'
import { ActionButton } from '../action-button.tsx'
import { CopyButton } from '../copy-button.tsx'
import { Select } from '../form/select.tsx'
import { Menu } from '../menu.tsx'
import { ToldLine } from '../told-line.tsx'
import { firstRequests, type Language } from './first-requests.ts'

const keyNotes = {
  active: '',
  rotated: 'The first key of this account was replaced: requests with it get 401.',
  revoked: 'This key was revoked: requests with it get 401.',
} as const

/** The address and the key that a client needs, and a first request to paste. */
export function Connect() {
  return (
    <Menu name="connect" label="Connect" title="Connect your client">
      <ToldLine place="page" />
      <Connection />
    </Menu>
  )
}

function Connection() {
  const { api_key: key, key_status: status } = account.value!
  const { origin } = location
  return (
    <>
      <dl class="connect">
        <dt>Base URL</dt>
        <dd>
          <code>{origin}</code>
          <CopyButton place="page" text={() => origin} said="The base URL was copied.">
            Copy URL
          </CopyButton>
        </dd>
        <dt>API key</dt>
        <dd>
          <code>{key}</code>
          <CopyButton place="page" text={() => key} said="The API key was copied.">
            Copy key
          </CopyButton>
        </dd>
      </dl>
      {status !== 'active' && <p>{keyNotes[status]}</p>}
      <FirstRequest origin={origin} apiKey={key} />
      <details>
        <summary>Change the key</summary>
        <div class="row">
          <ActionButton place="page" action="rotate_key">
            Replace the key
          </ActionButton>
          <ActionButton place="page" action="revoke_key">
            Revoke the key
          </ActionButton>
        </div>
      </details>
    </>
  )
}

const STORED = 'alias-sandbox-language'
const languages = Object.keys(firstRequests) as Language[]

/** A request to paste, in the language that was chosen last. */
function FirstRequest({ origin, apiKey }: { origin: string; apiKey: string }) {
  const [language, setLanguage] = useState(readLanguage)
  const { name, line } = firstRequests[language]
  const text = line(`${origin}/v1/aliases`, apiKey)
  const choose = (chosen: Language) => {
    setLanguage(chosen)
    keep(STORED, chosen)
  }
  return (
    <>
      <div class="row">
        <label class="check">
          <span>A first request in</span>
          <Select
            value={language}
            options={languages.map((each) => [each, firstRequests[each].name])}
            onChange={choose}
          />
        </label>
        <CopyButton place="page" text={() => text} said={`The ${name} line was copied.`}>
          {`Copy ${name}`}
        </CopyButton>
      </div>
      <pre>{text}</pre>
    </>
  )
}

function readLanguage(): Language {
  const stored = recall(STORED)
  return languages.find((each) => each === stored) ?? 'curl'
}
