import { useEffect, useState } from 'preact/hooks'
import { CopyButton } from '../../components/copy-button.tsx'
import { LinesField, TextField } from '../../components/form/field.tsx'
import { Form } from '../../components/form/form.tsx'
import { Popup } from '../../components/popup.tsx'
import { ToldLine } from '../../components/told-line.tsx'
import { testMail } from '../../labels/test-mail.ts'
import { client, read } from '../../state/client.ts'
import { host } from '../../state/host.ts'
import { perform } from '../../state/perform.ts'
import type { Alias } from '../../service/types.ts'

type HowToSendProps = {
  aliases: readonly Alias[]
  /** The address that the form starts with, if it is one of an alias; or else that of the newest alias. */
  to: string
}

/** The ways in which mail gets here, behind a button: the address for SMTP, and a form that sends one. */
export function HowToSend({ aliases, to }: HowToSendProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const first = aliases.find(({ address }) => address === to) ?? aliases[0]
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Send a mail
      </button>
      {isOpen && (
        <Popup title="Send a mail" onClose={close}>
          {host.value.hasPort && <SmtpAddress />}
          <SendMail aliases={aliases} first={first?.address ?? ''} onSent={close} />
        </Popup>
      )}
    </>
  )
}

function SmtpAddress() {
  const [url, setUrl] = useState<string | null>()
  useEffect(() => {
    void read(() => client.value.ask('GET ready')).then((ready) => setUrl(ready?.smtp_url))
  }, [])
  if (url === undefined) return null
  if (url === null) {
    return (
      <p>
        To receive mail from your app, start the sandbox with <code>--smtp-port 2525</code>.
      </p>
    )
  }
  return (
    <p>
      Your app sends mail to <code>{url}</code>{' '}
      <CopyButton place="inbox" text={() => url} said="The SMTP address was copied.">
        Copy
      </CopyButton>
    </p>
  )
}

type SendMailProps = { aliases: readonly Alias[]; first: string; onSent: () => void }

/** Delivers a mail to an alias, as the app of somebody else would. */
function SendMail({ aliases, first, onSent }: SendMailProps) {
  const [to, setTo] = useState(first)
  const [subject, setSubject] = useState(testMail.subject)
  const [text, setText] = useState(testMail.text)
  const send = async () => {
    if (await perform('inbox', 'deliver_mail', { to, subject, text })) onSent()
  }
  return (
    <Form onSubmit={send}>
      <TextField label="To" type="email" list="addresses" required value={to} onInput={setTo}>
        <datalist id="addresses">
          {aliases.map(({ id, address, label }) => (
            <option key={id} value={address}>
              {label}
            </option>
          ))}
        </datalist>
      </TextField>
      <TextField label="Subject" dir="auto" value={subject} onInput={setSubject} />
      <LinesField label="Text" dir="auto" rows={3} value={text} onInput={setText} />
      <ToldLine place="inbox" />
      <button type="submit" class="primary">
        Send
      </button>
    </Form>
  )
}
