import type { PerformedView } from '../../contract/control/control-shapes.ts'
import { pastAction } from '../../words/actions.ts'
import { firedSentences } from '../../words/events.ts'
import { toDay, toTime, toTimeOfDay } from '../../words/times.ts'

/** Actions that take something away; nothing asks before them, because Undo brings it back. */
const takesAway: readonly string[] = [
  'cancel_subscription',
  'rotate_key',
  'revoke_key',
  'delete_alias',
  'load_scenario',
  'reset',
]

/** `The clock is now 14:05:00. A new minute began: the count of calls is back to 0.` */
export function messageOf(performed: PerformedView, args: object): string {
  const { action, fired, fired_total: total, result, unchanged } = performed
  const said = action === 'advance_clock' ? clockOf(performed) : pastAction(action, args, result)
  const sentences = [said, ...firedSentences(fired, total)]
  if (unchanged && action !== 'clear_faults')
    sentences.push('Nothing changed: it was like that before')
  if (takesAway.includes(action)) sentences.push(undoWords(action))
  return sentences.map((sentence) => `${sentence}.`).join(' ')
}

function undoWords(action: string): string {
  const isAll = action === 'load_scenario' || action === 'reset'
  return isAll ? 'Undo brings back what was here before' : 'Undo brings it back'
}

/** The time of day, with the date if that has changed. */
function clockOf({ now, result }: PerformedView): string {
  const ms = Date.parse(now)
  const { advanced_seconds: seconds = 0 } = result as { advanced_seconds?: number }
  const isSameDay = toDay(ms) === toDay(ms - seconds * 1_000)
  return `The clock is now ${isSameDay ? toTimeOfDay(ms) : toTime(ms)}`
}
