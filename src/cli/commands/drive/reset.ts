import { printable } from '../../../text/escape.ts'
import type { Context } from '../../args/context.ts'
import { refuseBoth } from '../../output/failure.ts'
import { tell } from '../../output/tell.ts'
import { accountNames, withSandbox } from '../../sandbox/remote.ts'
import { perform, type ActionContext } from './perform.ts'

/** Resets an account of the running sandbox to its initial state, or with --all the whole sandbox. */
export function runReset(context: ActionContext & Context<'all'>): Promise<number> {
  if (!context.options.all) return perform(context, 'reset', {})
  refuseBoth(context.sourceOf('account') === 'flag', '--account', '--all')
  return withSandbox(context, async (client) => {
    const before = await accountNames(client)
    const { accounts } = await client.ask('POST reset')
    const kept = accounts.map(({ name }) => name)
    const deleted = before.filter((name) => !kept.includes(name))
    const end =
      deleted.length === 0 ? '' : `; deleted ${deleted.map((name) => printable(name)).join(', ')}`
    const text = `reset ${client.url} (scenario ${printable(accounts[0]?.scenario ?? '')})${end}`
    return tell(context, { accounts, deleted }, text)
  })
}
