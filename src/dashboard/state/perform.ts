import { messageOf } from '../labels/messages.ts'
import { pastAction } from '../../words/actions.ts'
import { attempt, client } from './client.ts'
import { route } from './route.ts'
import { account, refresh } from './store.ts'
import { tell } from './told.ts'

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
    const done: string[] = []
    let first: string | undefined
    let result: unknown
    for (const [action, args = {}] of steps) {
      const asked = { account: name, action, body: args }
      const performed = await client.value.ask('POST actions/:action', asked)
      await refresh()
      said.push(messageOf(performed, args))
      done.push(pastAction(action, args, performed.result))
      if (!performed.unchanged) first ??= account.peek()?.last_action?.id
      result = performed.result ?? {}
    }
    const after = account.peek()?.last_action?.id ?? null
    const back =
      first === undefined ? undefined : { to: first, said: `Undone: ${done.join(', ')}`, after }
    if (route.peek().account !== name) return undefined
    tell(place, [...said, next].join(' ').trim(), { undo: back })
    return result
  })
}

/** Takes the account back to before an entry, and says so; the history keeps what happened. */
export async function undo(place: string, to: string, said: string): Promise<void> {
  await attempt(place, async () => {
    const asked = { account: route.peek().account, body: { to } }
    const undone = await client.value.ask('POST accounts/:account/undo', asked)
    await refresh()
    const after = undone.last_action?.id ?? null
    const back = { to: undone.undo, said: 'What was undone is back', after }
    if (undone.can_be_taken_back) tell(place, `${said}.`, { undo: back })
    else tell(place, `${said}. This cannot be undone.`)
  })
}
