import { wordList } from '../../../contract/values/invalid-choice.ts'
import { usageError } from '../../output/failure.ts'
import { invalidValue, toHint } from '../../output/wrong-value.ts'
import { perform, type ActionContext } from './perform.ts'

/** Named destinations. Durations and times start with a digit. */
const named = ['burst_reset', 'utc_midnight', 'next_event']

/** Moves the clock of an account of the running sandbox. */
export function runAdvance(context: ActionContext): Promise<number> {
  return perform(context, 'advance_clock', toArguments(context.words[0] ?? ''))
}

/** Only distinguishes the kinds of values; the sandbox validates them. */
function toArguments(word: string): object {
  if (named.includes(word)) return { to: word }
  if (/^\d{4}-/.test(word)) return { to: word }
  if (/^\d+(\.\d+)?$/.test(word)) return { by: Number(word) }
  if (/^\d/.test(word)) return { by: word }
  const expected = `a duration such as 90s, a time such as 2026-03-01T12:00:00Z, ${wordList(named, 'or')}`
  throw usageError(`${invalidValue(word, 'advance', expected)}${toHint(word, named)}`)
}
