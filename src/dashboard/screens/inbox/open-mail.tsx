import { useState } from 'preact/hooks'
import { CopyButton } from '../../components/copy-button.tsx'
import { countOf } from '../../../text/numbers.ts'
import { toTime } from '../../../words/times.ts'
import { attempt, client } from '../../state/client.ts'
import { download } from '../../state/browser/download.ts'
import { aliasSearch, openPanel } from '../../state/open-tab.ts'
import { go, linkTo, route } from '../../state/route.ts'
import type { Mail } from '../../service/types.ts'

/** One mail: what a tester looks for first, then its text or its HTML. */
export function OpenMail({ mail, label }: { mail: Mail; label: string }) {
  const { at, from, to, subject, text, html, codes, links } = mail
  const [isHtml, setHtml] = useState(false)
  return (
    <article class="open-mail" aria-label="Mail">
      <a class="to-all-mails" href={linkTo({ screen: 'inbox' })}>
        All mails
      </a>
      <h2>
        <bdi>{subject === '' ? 'No subject' : subject}</bdi>
      </h2>
      <p class="hint">
        To {label !== '' && <b dir="auto">{label}</b>} <bdi>{to}</bdi>
        <br />
        From <bdi>{from}</bdi>, {toTime(Date.parse(at))}
      </p>
      {codes.length > 0 && (
        <p class="row">
          {codes.slice(0, 3).map((code) => (
            <CopyButton key={code} place="inbox" text={() => code} said={`Copied ${code}.`}>
              {`Copy ${code}`}
            </CopyButton>
          ))}
        </p>
      )}
      {html !== '' && (
        <label class="check">
          <input
            type="checkbox"
            checked={isHtml}
            onChange={({ currentTarget }) => setHtml(currentTarget.checked)}
          />
          <span>Show as HTML</span>
        </label>
      )}
      {isHtml ? (
        <iframe class="mail-html" title="The mail as HTML" sandbox="" srcdoc={shutIn(html)} />
      ) : (
        <pre dir="auto">{text}</pre>
      )}
      {links.length > 0 && (
        <details>
          <summary>Links ({links.length})</summary>
          <ul>
            {links.map((link) => (
              <li key={link}>
                <code>{link}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
      <Attachments mail={mail} />
      <Headers mail={mail} />
      <p class="row">
        <a href={linkTo({ screen: 'live', detail: mail.id, filter: '' })}>In the history</a>
        <button type="button" class="link" onClick={() => showAlias(to)}>
          Its alias
        </button>
        <a href={linkTo({ screen: 'inbox', filter: new URLSearchParams({ to }).toString() })}>
          All mails to this alias
        </a>
        {mail.raw_bytes !== null && (
          <button type="button" onClick={() => void saveMessage(mail)}>
            Download as sent
          </button>
        )}
      </p>
    </article>
  )
}

function showAlias(address: string): void {
  aliasSearch.value = address
  go({ screen: 'live', filter: '' })
  openPanel('aliases')
}

/** Foreign HTML may draw text and its own pictures. The frame around it runs nothing and sends nothing. */
function shutIn(html: string): string {
  const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
  return `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}">${html}`
}

function Attachments({ mail: { id, attachments } }: { mail: Mail }) {
  if (attachments.length === 0) return null
  return (
    <ul>
      {attachments.map(({ name, type, size }, at) => (
        <li key={at}>
          <button type="button" onClick={() => void saveAttachment(id, at + 1, name)}>
            Download <bdi>{name === '' ? `attachment ${at + 1}` : name}</bdi>
          </button>{' '}
          <span class="hint">
            {type}, {countOf(size, 'byte')}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Headers({ mail: { headers } }: { mail: Mail }) {
  if (headers.length === 0) return null
  return (
    <details>
      <summary>Headers ({headers.length})</summary>
      <pre>{headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}</pre>
    </details>
  )
}

async function saveAttachment(id: string, number: number, name: string): Promise<void> {
  const { account } = route.value
  const asked = { account, id, number: String(number) }
  const content = await attempt('inbox', () =>
    client.value.askBytes('GET inbox/:id/attachments/:number', asked),
  )
  if (content) download(name === '' ? `attachment-${number}` : name, content)
}

async function saveMessage({ id }: Mail): Promise<void> {
  const { account } = route.value
  const content = await attempt('inbox', () =>
    client.value.askBytes('GET inbox/:id/raw', { account, id }),
  )
  if (content) download(`${id}.eml`, content)
}
