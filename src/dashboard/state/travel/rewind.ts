import { toDay, toTime, toTimeOfDay } from '../../../words/times.ts'
import { account, showAccount } from '../account.ts'
import { attempt, client } from '../client.ts'
import { showDone, type Offer } from '../message.ts'
import { route, whileOpen } from '../route.ts'
import { findItem, items } from '../story.ts'
import { once } from '../under-way.ts'
import type { UndoneAccount } from '../types.ts'
import { lossesAfter } from './losses.ts'
import { goBackOrAsk } from './question.ts'

/**
 * Takes the account back to before an entry; the story keeps what happened. `said` is what the message
 * says of it, `what` names what was taken back, so that it can be brought back; null offers nothing.
 */
export async function rewind(to: string, said: string, what: string | null): Promise<boolean> {
  return (await once('undo', () => goBack(to, said, what))) ?? false
}

async function goBack(to: string, said: string, what: string | null): Promise<boolean> {
  const isOpen = whileOpen()
  const { account: name } = route.value
  const before = account.value?.clock.now
  const asked = { account: name, body: { to } }
  const fresh = await attempt(() => client.value.ask('POST accounts/:account/undo', asked))
  if (!fresh) return false
  if (isOpen()) await showAccount(fresh)
  const end = fresh.can_be_taken_back ? '' : ` ${NO_WAY_BACK}`
  showDone(`${said}. ${clockText(fresh.clock.now, before)}${end}`, {
    account: name,
    about: { entry: fresh.undo, after: fresh.last_action?.id ?? null },
    offer: what === null || !fresh.can_be_taken_back ? undefined : offerOf(fresh, what),
  })
  return true
}

const NO_WAY_BACK = 'This cannot be taken back: the account had more than the sandbox keeps.'

/** To bring back what was taken back is to go back to before that, by the entry that this rewind made. */
function offerOf({ name, undo: id, last_action: last }: UndoneAccount, what: string): Offer {
  const bringBack = async () => {
    const made = items.peek().find((item) => item.id === id) ?? (await findItem(name, id))
    if (!made) return
    goBackOrAsk({
      title: 'Bring it back?',
      text: `To bring back: ${what.slice(0, 200)}.`,
      losses: () => lossesAfter(made, items.value),
      action: 'Bring it back',
      goBack: () => void rewind(id, `Brought back: ${what}`, null),
    })
  }
  return {
    label: 'Bring it back',
    name: what,
    after: last?.id ?? null,
    run: () => void bringBack(),
  }
}

function clockText(now: string, before: string | undefined): string {
  const ms = Date.parse(now)
  const isSameDay = before !== undefined && toDay(Date.parse(before)) === toDay(ms)
  return `The clock is now ${isSameDay ? toTimeOfDay(ms) : toTime(ms)}.`
}
