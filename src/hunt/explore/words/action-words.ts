import type { PerformedEntry } from '../../../contract/history/entry.ts'
import { toldAction } from '../../../words/actions.ts'
import { withFullStop } from '../../../words/capitals.ts'

/** Describes an action of the owner or of time, as a sentence; undefined if there is nothing to tell. */
export function actionWords({
  action,
  arguments: args,
  result,
}: PerformedEntry): string | undefined {
  if (result === undefined) return undefined // refused: nothing has changed
  const told = toldAction(action, args, result)
  return told === '' ? undefined : withFullStop(told)
}
