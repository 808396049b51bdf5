import { useLoaded } from '../../components/use-loaded.ts'
import { ToldLine } from '../../components/told-line.tsx'
import { countOf } from '../../../text/numbers.ts'
import { attempt, client } from '../../state/client.ts'
import { entries, takenBack } from '../../state/history.ts'
import { replaceFilter, route } from '../../state/route.ts'
import { isReadOnly } from '../../state/host.ts'
import { changed, refresh } from '../../state/store.ts'
import { tell } from '../../state/told.ts'
import type { Mail } from '../../service/types.ts'
import { HowToSend } from './how-to-send.tsx'
import { toRows, type MailRow } from './mail-rows.ts'
import { MailList } from './mail-list.tsx'
import { OpenMail } from './open-mail.tsx'

/** The most aliases whose labels are shown, and which the form offers. */
const MAX_ALIASES = 200

/** The mails to the account's aliases, the last one first: those in the inbox, and those that did not get there. */
export function InboxScreen() {
  const { account: name, detail, filter } = route.value
  const key = `${name} ${changed.value}`
  const inbox = useLoaded(() => client.value.ask('GET inbox', { account: name }), key)
  const query = { limit: MAX_ALIASES, order: 'newest' } as const
  const found = useLoaded(() => client.value.ask('GET aliases', { account: name, query }), key)
  if (!inbox || !found) return <p class="hint">Loading the inbox …</p>
  const rows = toRows(inbox.mails, entries.value, takenBack.value)
  const search = new URLSearchParams(filter).get('to') ?? ''
  const shown = rows.filter((row) => isAbout(row, search.trim().toLowerCase()))
  const open = inbox.mails.find(({ id }) => id === detail)
  const labels = new Map(found.aliases.map(({ id, label }) => [id, label]))
  return (
    <div class={open ? 'inbox is-open' : 'inbox'}>
      <section class="mail-list" aria-label="Mails">
        <div class="row">
          <Search text={search} />
          {inbox.mails.length > 0 && !isReadOnly.value && (
            <button type="button" onClick={() => void empty(name)}>
              Empty the inbox
            </button>
          )}
          {!isReadOnly.value && <HowToSend aliases={found.aliases} to={search} />}
        </div>
        <ToldLine place="inbox" />
        {rows.length === 0 && <p class="hint">No mail has been sent to these aliases yet.</p>}
        {rows.length > 0 && shown.length === 0 && <p class="hint">No mail has this in it.</p>}
        <MailList rows={shown} labels={labels} openId={detail} />
        {inbox.left_out > 0 && (
          <p class="hint">
            {countOf(inbox.left_out, 'older mail')} are not kept here: the inbox has the newest.
          </p>
        )}
      </section>
      {open && <OpenMail key={open.id} mail={open} label={labels.get(open.alias) ?? ''} />}
      {!open && detail !== null && <p class="hint">This mail is not in the inbox any more.</p>}
    </div>
  )
}

function Search({ text }: { text: string }) {
  return (
    <label class="grow">
      <span class="unseen">Search alias, sender, subject, text</span>
      <input
        type="search"
        dir="auto"
        placeholder="Search alias, sender, subject, text"
        value={text}
        onInput={({ currentTarget: { value } }) =>
          replaceFilter(value === '' ? '' : new URLSearchParams({ to: value }).toString())
        }
      />
    </label>
  )
}

function isAbout({ to, mail, reason }: MailRow, requested: string): boolean {
  const { from = '', subject = '', text = '' } = mail ?? ({} as Partial<Mail>)
  return [to, from, subject, text, reason ?? ''].some((each) =>
    each.toLowerCase().includes(requested),
  )
}

async function empty(name: string): Promise<void> {
  await attempt('inbox', async () => {
    await client.value.ask('DELETE inbox', { account: name })
    await refresh()
    tell('inbox', 'The inbox was emptied. The history still has what was delivered.')
  })
}
