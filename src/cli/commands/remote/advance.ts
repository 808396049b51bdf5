import { invalidChoice } from '../../../contract/invalid-choice.ts'
import type { Context } from '../../args/context.ts'
import { exitCodes, usageError } from '../../output/failure.ts'
import { toPerformedText } from './performed-text.ts'
import { withSandbox } from '../../sandbox/remote.ts'

/** Instants that have names; a duration and a time begin with a digit. */
const named = ['burst_reset', 'utc_midnight', 'next_event']

/** Moves the clock of an account of the running sandbox. */
export function runAdvance(context: Context): Promise<number> {
  const { io, options, words } = context
  const args = toArguments(words[0] ?? '')
  return withSandbox(context, async (client, account) => {
    const performed = await client.perform(account, 'advance_clock', args)
    io.stdout.write(options.json ? `${JSON.stringify(performed)}\n` : toPerformedText(performed))
    return exitCodes.ok
  })
}

/** The sandbox checks the rest: here it is only told apart. */
function toArguments(word: string): object {
  if (named.includes(word)) return { to: word }
  if (/^\d{4}-/.test(word)) return { to: word }
  if (/^\d+(\.\d+)?$/.test(word)) return { by: Number(word) }
  if (/^\d/.test(word)) return { by: word }
  throw usageError(
    `advance: ${invalidChoice(word, ['a duration such as 90s', 'a time', ...named])}`,
  )
}
