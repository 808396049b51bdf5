import { useFresh, type StoredContent } from '../../components/use-fresh.ts'
import { toDistance, toTime } from '../../../words/times.ts'
import { account, refreshOwn } from '../../state/account.ts'
import { accountNow } from '../../state/account-clock.ts'
import { attempt, client, read } from '../../state/client.ts'
import { showDone } from '../../state/message.ts'
import { linkTo, route } from '../../state/route.ts'
import type { Mail } from '../../state/types.ts'
import { OpenMail } from './open-mail.tsx'
import { SendMail } from './send-mail.tsx'
import { Undelivered } from './undelivered.tsx'

const stored: StoredContent<{ mails: Mail[] }> = { account: '', content: undefined }

/** The mails that were forwarded to the owner, the last one first, and those that were not. */
export function InboxScreen() {
  const { account: name, detail } = route.value
  const load = () => read(() => client.value.ask('GET inbox', { account: name }))
  const inbox = useFresh({ load, account: name, change: account.value, stored })
  if (!inbox) return <p class="hint">Loading the inbox …</p>
  const { mails } = inbox
  const open = mails.find(({ id }) => id === detail)
  return (
    <>
      <SendMail />
      <div class={open ? 'inbox is-open' : 'inbox'}>
        <section class="card" aria-label="Inbox">
          {mails.length === 0 && <p class="hint">No mail yet. Send one above, or from your app.</p>}
          <ul class="mails">
            {mails.toReversed().map((mail) => (
              <MailRow key={mail.id} mail={mail} isOpen={mail === open} />
            ))}
          </ul>
          {mails.length > 0 && (
            <button type="button" onClick={() => void empty(name)}>
              Empty the inbox
            </button>
          )}
          <Undelivered />
        </section>
        {open && <OpenMail key={open.id} mail={open} />}
        {!open && detail !== null && <p class="hint">This mail is not in the inbox.</p>}
      </div>
    </>
  )
}

function MailRow({ mail, isOpen }: { mail: Mail; isOpen: boolean }) {
  const { id, at, from, subject, codes, attachments } = mail
  return (
    <li>
      <a
        href={linkTo({ screen: 'inbox', detail: id })}
        aria-current={isOpen ? 'true' : undefined}
        title={toTime(Date.parse(at))}
      >
        <b>
          <bdi>{subject === '' ? 'No subject' : subject}</bdi>
        </b>
        <span class="hint">
          <bdi>{from}</bdi>, {toDistance(Date.parse(at) - accountNow.value)}
        </span>
        {codes[0] !== undefined && <span class="chip">{codes[0]}</span>}
        {attachments.length > 0 && <span class="chip">{attachments.length} attached</span>}
      </a>
    </li>
  )
}

async function empty(name: string): Promise<void> {
  const isEmpty = await attempt(async () => {
    await client.value.ask('DELETE inbox', { account: name })
    return true
  })
  if (!isEmpty) return
  showDone('The inbox was emptied. The story still has what was delivered.')
  await refreshOwn()
}
