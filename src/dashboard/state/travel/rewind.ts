import { toDay, toTime, toTimeOfDay } from '../../labels/times.ts'
import { account } from '../account.ts'
import { attempt, client, read } from '../client.ts'
import { showDone, type Offer } from '../message.ts'
import { route } from '../route.ts'
import { items } from '../story.ts'
import type { Account } from '../types.ts'
import { lossesAfter } from './losses.ts'
import { goBackOrAsk } from './question.ts'

let isBusy = false

/**
 * Takes the account back to before an entry; the story keeps what took place. `said` is what the message
 * says of it, `what` names what was taken back, so that it can be brought back; null offers nothing. A
 * second press while the first one works does nothing.
 */
export async function rewind(to: string, said: string, what: string | null): Promise<boolean> {
  if (isBusy) return false
  isBusy = true
  try {
    return await goBack(to, said, what)
  } finally {
    isBusy = false
  }
}

async function goBack(to: string, said: string, what: string | null): Promise<boolean> {
  const { account: name } = route.value
  const before = account.value?.clock.now
  const fresh = await attempt(() => client.value.rewind(name, to))
  if (!fresh) return false
  if (route.value.account === name) account.value = fresh
  showDone(`${said}. ${clockText(fresh.clock.now, before)}`, {
    account: name,
    offer: what === null ? undefined : await offerOf(name, what, fresh),
  })
  return true
}

/** To bring back what was taken back is to go back to before that, by its entry in the story. */
async function offerOf(
  name: string,
  what: string,
  { last_action: last }: Account,
): Promise<Offer | undefined> {
  const found = await read(() => client.value.history(name, { types: ['rewind'], limit: 1 }))
  const made = found?.history[0]
  if (!made) return undefined
  const run = () =>
    goBackOrAsk({
      title: 'Bring it back?',
      text: `To bring back “${what.slice(0, 200)}”.`,
      losses: lossesAfter(made, items.peek()),
      goBack: () => void rewind(made.id, `Brought back: ${what}`, null),
    })
  return { label: 'Bring it back', name: what, after: last?.id ?? null, run }
}

function clockText(now: string, before: string | undefined): string {
  const ms = Date.parse(now)
  const isSameDay = before !== undefined && toDay(Date.parse(before)) === toDay(ms)
  return `The clock is now ${isSameDay ? toTimeOfDay(ms) : toTime(ms)}.`
}
