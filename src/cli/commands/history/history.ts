import type { Context } from '../../args/context.ts'
import type { ConnectionOption } from '../../args/tables/option-groups.ts'
import { usageError } from '../../output/failure.ts'
import { showHistory } from './show.ts'

type HistoryContext = Context<'follow' | 'account' | 'json' | 'as' | ConnectionOption>

/** Prints the history of the running sandbox, or saves it to a file. */
export async function runHistory(context: HistoryContext): Promise<number> {
  const { words, options } = context
  if (words[0] === 'save') {
    if (options.follow) throw usageError('history save: --follow cannot be used here')
    const { saveHistory } = await import('./save.ts')
    return saveHistory(context)
  }
  if (context.sourceOf('as') === 'flag') {
    throw usageError('history: --as can be used only with "history save"')
  }
  return showHistory(context, accountOf(context))
}

/** The account that was asked for; undefined for all. */
function accountOf({ options, sourceOf }: HistoryContext): string | undefined {
  return sourceOf('account') === 'default' ? undefined : options.account
}
