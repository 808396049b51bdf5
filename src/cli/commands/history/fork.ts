import { printable } from '../../../text/escape.ts'
import type { Context } from '../../args/context.ts'
import { readEntryOf } from '../../args/entry-id.ts'
import type { ConnectionOption } from '../../args/tables/option-groups.ts'
import { exitCodes } from '../../output/failure.ts'
import { withSandbox } from '../../sandbox/remote.ts'

/** Creates an account in the state of another one of the running sandbox. */
export function runFork(
  context: Context<'at' | 'name' | 'account' | 'json' | ConnectionOption>,
): Promise<number> {
  const { io, options } = context
  const at = options.at === undefined ? undefined : readEntryOf(options.at, '--at', context)
  const account = at?.account ?? options.account
  const request = {
    ...(at && { at: at.id }),
    ...(options.name !== undefined && { name: options.name }),
  }
  return withSandbox(context, async (client) => {
    const view = await client.fork(account, request)
    const when = at === undefined ? 'as it is now' : `as it was before ${at.id}`
    const text = `account ${printable(view.name)} with key ${printable(view.api_key)} is ${printable(account)} ${when}`
    io.stdout.write(`${options.json ? JSON.stringify(view) : text}\n`)
    return exitCodes.ok
  })
}
