import type { Context } from '../../args/context.ts'
import type { ConnectionOption } from '../../args/tables/option-groups.ts'
import { tell } from '../../output/tell.ts'
import { withAccount } from '../../sandbox/remote.ts'
import { toPerformedText } from './performed-text.ts'

export type ActionContext = Context<'json' | 'account' | ConnectionOption>

/** Runs an action on the account of the running sandbox, and prints what it did. */
export function perform(context: ActionContext, action: string, body: object): Promise<number> {
  return withAccount(context, async (client, account) => {
    const performed = await client.ask('POST actions/:action', { account, action, body })
    return tell(context, performed, toPerformedText(performed))
  })
}
