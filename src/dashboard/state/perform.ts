import { messageOf } from '../labels/messages.ts'
import { pastAction } from '../../words/actions.ts'
import { attempt, client } from './client.ts'
import { route } from './route.ts'
import { account, refresh } from './store.ts'
import { tell } from './told.ts'

/** Performs an action on the account, and says at the place where it was pressed what it changed; undefined if it was refused. */
export function perform(place: string, action: string, args: object = {}): Promise<unknown> {
  return attempt(place, async () => {
    const { account: name } = route.peek()
    const performed = await client.value.ask('POST actions/:action', {
      account: name,
      action,
      body: args,
    })
    await refresh()
    if (route.peek().account !== name) return undefined
    const after = account.peek()?.last_action?.id ?? null
    const to = performed.unchanged ? undefined : account.peek()?.last_action?.id
    const said = `Undone: ${pastAction(action, args, performed.result)}`
    tell(place, messageOf(performed, args), {
      undo: to === undefined ? undefined : { to, said, after },
    })
    return performed.result ?? {}
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
