import { useState } from 'preact/hooks'
import { useFresh } from '../../components/use-fresh.ts'
import { testMail } from '../../labels/test-mail.ts'
import { account } from '../../state/account.ts'
import { client, read } from '../../state/client.ts'
import { perform } from '../../state/perform.ts'
import { route } from '../../state/route.ts'

/** How many aliases the list of the form offers. */
const OFFERED = 100

/** Delivers a mail to an alias, as the app of somebody else would. */
export function SendMail() {
  const { account: name } = route.value
  const asked = { account: name, query: { limit: OFFERED } }
  const load = () => read(() => client.value.ask('GET aliases', asked))
  const { aliases = [] } = useFresh({ load, account: name, change: account.value }) ?? {}
  const [to, setTo] = useState('')
  const [subject, setSubject] = useState(testMail.subject)
  const [text, setText] = useState(testMail.text)
  const address = to === '' ? aliases[0]?.address : to
  return (
    <form
      class="card row send-mail"
      aria-label="Send a test mail"
      onSubmit={(event) => {
        event.preventDefault()
        if (address !== undefined) void perform('deliver_mail', { to: address, subject, text })
      }}
    >
      <label class="field grow">
        <span>To</span>
        <input
          type="email"
          list="addresses"
          required
          value={address ?? ''}
          onInput={({ currentTarget }) => setTo(currentTarget.value)}
        />
        <datalist id="addresses">
          {aliases.map((alias) => (
            <option key={alias.id} value={alias.address} />
          ))}
        </datalist>
      </label>
      <label class="field grow">
        <span>Subject</span>
        <input
          dir="auto"
          value={subject}
          onInput={({ currentTarget }) => setSubject(currentTarget.value)}
        />
      </label>
      <label class="field grow">
        <span>Text</span>
        <input
          dir="auto"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      <button type="submit" class="primary">
        Send a test mail
      </button>
    </form>
  )
}
