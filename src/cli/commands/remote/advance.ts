import type { Context } from '../../args/context.ts'
import type { ConnectionOption } from '../../args/tables/option-groups.ts'
import { exitCodes, usageError } from '../../output/failure.ts'
import { invalidValue, toAlternatives, toHint } from '../../output/wrong-value.ts'
import { toPerformedText } from './performed-text.ts'
import { withSandbox } from '../../sandbox/remote.ts'

/** Named destinations. Durations and times start with a digit. */
const named = ['burst_reset', 'utc_midnight', 'next_event']

/** Moves the clock of an account of the running sandbox. */
export function runAdvance(
  context: Context<'json' | 'account' | ConnectionOption>,
): Promise<number> {
  const { io, options, words } = context
  const args = toArguments(words[0] ?? '')
  return withSandbox(context, async (client) => {
    const asked = { account: options.account, action: 'advance_clock', body: args }
    const performed = await client.ask('POST actions/:action', asked)
    io.stdout.write(options.json ? `${JSON.stringify(performed)}\n` : toPerformedText(performed))
    return exitCodes.ok
  })
}

/** Only distinguishes the kinds of values; the sandbox validates them. */
function toArguments(word: string): object {
  if (named.includes(word)) return { to: word }
  if (/^\d{4}-/.test(word)) return { to: word }
  if (/^\d+(\.\d+)?$/.test(word)) return { by: Number(word) }
  if (/^\d/.test(word)) return { by: word }
  const expected = `a duration such as 90s, a time such as 2026-03-01T12:00:00Z, ${toAlternatives(named)}`
  throw usageError(`${invalidValue(word, 'advance', expected)}${toHint(word, named)}`)
}
