import type { ControlClient } from '../../../client/client.ts'
import { printable } from '../../../text/escape.ts'
import { readEntry } from '../../args/entry-id.ts'
import { tell } from '../../output/tell.ts'
import { withAccount } from '../../sandbox/remote.ts'
import type { ActionContext } from './perform.ts'

const NO_WAY_BACK = 'this cannot be undone: the account had more than the sandbox keeps'

/** Takes an account of the running sandbox back to before an entry, or to before its last action. */
export function runUndo(context: ActionContext): Promise<number> {
  const [word] = context.words
  const entry = word === undefined ? undefined : readEntry(word, 'undo')
  const undo = async (client: ControlClient, account: string) => {
    const body = entry === undefined ? {} : { to: entry.id }
    const view = await client.ask('POST accounts/:account/undo', { account, body })
    const query = { types: ['undo'], limit: 1 }
    const { history } = await client.ask('GET accounts/:account/history', { account, query })
    const [item] = history
    const before = entry?.id ?? (item?.type === 'undo' ? item.to : '')
    const done = `account ${printable(view.name)} is as it was before ${printable(before)} (clock ${printable(view.clock.now)})`
    return tell(context, view, view.can_be_taken_back ? done : `${done}; ${NO_WAY_BACK}`)
  }
  return withAccount(context, undo, entry)
}
