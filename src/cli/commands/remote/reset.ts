import { printable } from '../../../text/escape.ts'
import type { Context } from '../../args/context.ts'
import type { ConnectionOption } from '../../args/tables/option-groups.ts'
import { exitCodes } from '../../output/failure.ts'
import { toPerformedText } from './performed-text.ts'
import { withSandbox } from '../../sandbox/remote.ts'

/** Resets the running sandbox, or one of its accounts, to its initial state. */
export function runReset(context: Context<'json' | 'account' | ConnectionOption>): Promise<number> {
  const { io, options, sourceOf } = context
  return withSandbox(context, async (client) => {
    if (sourceOf('account') !== 'default') {
      const asked = { account: options.account, action: 'reset', body: {} }
      const performed = await client.ask('POST actions/:action', asked)
      io.stdout.write(options.json ? `${JSON.stringify(performed)}\n` : toPerformedText(performed))
      return exitCodes.ok
    }
    const { accounts } = await client.ask('POST reset')
    io.stdout.write(
      options.json
        ? `${JSON.stringify({ accounts })}\n`
        : `reset ${client.url} (scenario ${printable(accounts[0]?.scenario ?? '')})\n`,
    )
    return exitCodes.ok
  })
}
