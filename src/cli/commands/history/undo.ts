import { printable } from '../../../text/escape.ts'
import type { Context } from '../../args/context.ts'
import { readEntryOf } from '../../args/entry-id.ts'
import type { ConnectionOption } from '../../args/tables/option-groups.ts'
import { exitCodes } from '../../output/failure.ts'
import { withSandbox } from '../../sandbox/remote.ts'

const NO_WAY_BACK = 'this cannot be taken back: the account had more than the sandbox keeps'

type UndoContext = Context<'account' | 'json' | ConnectionOption>

/** Takes an account of the running sandbox back to before an entry, or to before its last action. */
export function runUndo(context: UndoContext): Promise<number> {
  const [word] = context.words
  if (word === undefined) return undo(context, context.options.account)
  const { account, id } = readEntryOf(word, 'undo', context)
  return undo(context, account, id)
}

function undo(context: UndoContext, account: string, to?: string): Promise<number> {
  const { io, options } = context
  return withSandbox(context, async (client) => {
    const body = to === undefined ? {} : { to }
    const view = await client.ask('POST accounts/:account/undo', { account, body })
    const query = { types: ['undo'], limit: 1 }
    const { history } = await client.ask('GET accounts/:account/history', { account, query })
    const [item] = history
    const before = to ?? (item?.type === 'undo' ? item.to : '')
    const done = `account ${printable(view.name)} is as it was before ${printable(before)} (clock ${printable(view.clock.now)})`
    const text = view.can_be_taken_back ? done : `${done}; ${NO_WAY_BACK}`
    io.stdout.write(`${options.json ? JSON.stringify(view) : text}\n`)
    return exitCodes.ok
  })
}
