import type { PerformedView } from '../../contract/control/control-shapes.ts'
import { pastAction } from '../../words/actions.ts'
import { firedSentences } from '../../words/events.ts'
import { toDay, toTime, toTimeOfDay } from '../../words/times.ts'

/** `The clock is now 14:05:00. The trial ended.` */
export function messageOf(performed: PerformedView, args: object): string {
  const { action, fired, fired_total: total, result, unchanged } = performed
  const said = action === 'advance_clock' ? clockOf(performed) : pastAction(action, args, result)
  const sentences = [said, ...firedSentences(fired, total)]
  if (unchanged && action !== 'clear_faults')
    sentences.push('Nothing changed: it was like that before')
  return sentences.map((sentence) => `${sentence}.`).join(' ')
}

/** The time of day, with the date if that has changed. */
function clockOf({ now, result }: PerformedView): string {
  const ms = Date.parse(now)
  const { advanced_seconds: seconds = 0 } = result as { advanced_seconds?: number }
  const isSameDay = toDay(ms) === toDay(ms - seconds * 1_000)
  return `The clock is now ${isSameDay ? toTimeOfDay(ms) : toTime(ms)}`
}
