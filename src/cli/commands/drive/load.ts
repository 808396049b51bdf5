import { SandboxError } from '../../../client/error.ts'
import { printable } from '../../../text/escape.ts'
import { countOf } from '../../../text/numbers.ts'
import type { Context } from '../../args/context.ts'
import type { ConnectionOption } from '../../args/tables/option-groups.ts'
import { usageError } from '../../output/failure.ts'
import { tell } from '../../output/tell.ts'
import { withSandbox } from '../../sandbox/remote.ts'

/** Loads a session or a page into the running sandbox, in place of all its accounts. */
export async function runLoad(context: Context<'json' | ConnectionOption>): Promise<number> {
  const [file = ''] = context.words
  const { readSessionFile } = await import('../../sandbox/session-file.ts')
  const body = readSessionFile(file)
  return withSandbox(context, async (client) => {
    const { accounts } = await client.ask('PUT session', { body }).catch((error: unknown) => {
      if (!(error instanceof SandboxError) || error.code !== 'bad_argument') throw error
      throw usageError(`${file}: ${error.message}`)
    })
    const names = accounts.map(({ name }) => name)
    const text = `loaded ${printable(file)} (${countOf(names.length, 'account')})`
    return tell(context, { loaded: file, accounts: names }, text)
  })
}
