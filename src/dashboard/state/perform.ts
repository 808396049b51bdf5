import { messageOf } from '../labels/messages.ts'
import { sentenceOf } from '../labels/entries.ts'
import { attempt, client } from './client.ts'
import { entries } from './history.ts'
import { route } from './route.ts'
import { account, refresh } from './store.ts'
import { tell } from './told.ts'
import type { Entry } from '../service/types.ts'

/** An action of the control API with its arguments. */
type Step = readonly [action: string, args?: object]

/** Performs an action on the account, and says at the place where it was pressed what it changed; undefined if it was refused. */
export function perform(place: string, action: string, args: object = {}): Promise<unknown> {
  return performAll(place, [[action, args]])
}

/** Performs actions of one press, which are undone together, and says what to do `next`; stops at a refused one. */
export function performAll(place: string, steps: readonly Step[], next = ''): Promise<unknown> {
  return attempt(place, async () => {
    const { account: name } = route.peek()
    const said: string[] = []
    let first: string | undefined
    let result: unknown
    for (const [action, args = {}] of steps) {
      const asked = { account: name, action, body: args }
      const performed = await client.value.ask('POST actions/:action', asked)
      await refresh()
      said.push(messageOf(performed, args))
      if (!performed.unchanged) first ??= account.peek()?.last_action?.id
      result = performed.result ?? {}
    }
    const after = account.peek()?.last_action?.id ?? null
    const undo = first === undefined ? undefined : { to: first, after }
    if (route.peek().account !== name) return undefined
    tell(place, [...said, next].join(' ').trim(), { undo })
    return result
  })
}

/** Takes the account back to before an entry; the history keeps what happened. */
export async function undo(place: string, to: string): Promise<void> {
  await attempt(place, async () => {
    const asked = { account: route.peek().account, body: { to } }
    const undone = await client.value.ask('POST accounts/:account/undo', asked)
    await refresh()
    const entry = entries.peek().find(({ id }) => id === to)
    const end = undone.can_be_taken_back ? '' : ' This cannot be undone.'
    tell(place, `${undoneSentence(entry)}.${end}`, {
      undo: undone.can_be_taken_back
        ? { to: undone.undo, after: undone.last_action?.id ?? null }
        : undefined,
    })
  })
}

/** `Undone: A payment failed`; to undo an undo is to bring back what it took. */
function undoneSentence(entry: Entry | undefined): string {
  if (!entry) return 'The account went back to an earlier moment'
  if (entry.type === 'undo') return 'What was undone is back'
  if (entry.id === 'start_1') return 'The account is as it started'
  return `Undone: ${sentenceOf(entry)}`
}
