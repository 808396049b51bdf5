import { printable } from '../../../text/escape.ts'
import type { Context } from '../../args/context.ts'
import { readEntryOf } from '../../args/entry-id.ts'
import type { ConnectionOption } from '../../args/tables/option-groups.ts'
import { exitCodes } from '../../output/failure.ts'
import { withSandbox } from '../../sandbox/remote.ts'

const NO_WAY_BACK = 'this cannot be taken back: the account had more than the sandbox keeps'

type RewindContext = Context<'account' | 'json' | ConnectionOption>

/** Takes an account of the running sandbox back to before an entry. */
export function runRewind(context: RewindContext): Promise<number> {
  const { account, id } = readEntryOf(context.words[0] ?? '', 'rewind', context)
  return rewind(context, account, id)
}

/** Takes it back to before its last action. */
export function runUndo(context: RewindContext): Promise<number> {
  return rewind(context, context.options.account)
}

function rewind(context: RewindContext, account: string, to?: string): Promise<number> {
  const { io, options } = context
  return withSandbox(context, async (client) => {
    const body = to === undefined ? {} : { to }
    const view = await client.ask('POST accounts/:account/rewind', { account, body })
    const query = { types: ['rewind'], limit: 1 }
    const { history } = await client.ask('GET accounts/:account/history', { account, query })
    const [item] = history
    const before = to ?? (item?.type === 'rewind' ? item.to : '')
    const done = `account ${printable(view.name)} is as it was before ${printable(before)} (clock ${printable(view.clock.now)})`
    const text = view.can_be_taken_back ? done : `${done}; ${NO_WAY_BACK}`
    io.stdout.write(`${options.json ? JSON.stringify(view) : text}\n`)
    return exitCodes.ok
  })
}
