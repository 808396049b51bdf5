import { toDay, toTime, toTimeOfDay } from '../../labels/times.ts'
import { accountNow } from '../../state/account-clock.ts'
import { question } from '../../state/travel/question.ts'
import { Dialog } from '../dialog.tsx'

/** Says what will be lost by going back, before it is. */
export function GoBackDialog() {
  const pending = question.value
  if (!pending) return null
  const { title, text, losses, goBack } = pending
  const close = () => (question.value = null)
  return (
    <Dialog
      title={title}
      action="Go back"
      isDangerous
      onClose={close}
      onSubmit={() => {
        close()
        goBack()
      }}
    >
      <p>
        <bdi>{text}</bdi> This will be lost: {losses.lost.join(', ')}
        {clockText(losses.clockAt)}. The story keeps what took place.
      </p>
    </Dialog>
  )
}

/** `; the clock goes back from 14:05:00 to 12:00:00`, with days if they differ. */
function clockText(at: string): string {
  const [now, then] = [accountNow.value, Date.parse(at)]
  if (toTime(now) === toTime(then)) return ''
  const format = toDay(now) === toDay(then) ? toTimeOfDay : toTime
  return `; the clock goes back from ${format(now)} to ${format(then)}`
}
