import { toDay, toTime, toTimeOfDay } from '../../../words/times.ts'
import { accountNow } from '../../state/account-clock.ts'
import { question } from '../../state/travel/question.ts'
import { Dialog } from '../dialog.tsx'

/** Says what will be lost by going back, before it is. */
export function GoBackDialog() {
  const pending = question.value
  if (!pending) return null
  const { title, text, action, goBack } = pending
  const losses = pending.losses()
  const close = () => (question.value = null)
  return (
    <Dialog
      title={title}
      action={action}
      isDangerous
      onClose={close}
      onSubmit={() => {
        close()
        goBack()
      }}
    >
      <p>
        <bdi>{text}</bdi>{' '}
        <span aria-live="polite">
          {lostText(losses.lost)}
          {clockText(losses.clockAt)}.
        </span>{' '}
        The story keeps what happened.
      </p>
    </Dialog>
  )
}

/** Somebody else may have taken back, meanwhile, what would have been lost. */
function lostText(lost: readonly string[]): string {
  return lost.length === 0 ? 'Nothing will be lost' : `This will be lost: ${lost.join(', ')}`
}

/** `; the clock goes back from 14:05:00 to 12:00:00`, with days if they differ. */
function clockText(at: string): string {
  const [now, then] = [accountNow.value, Date.parse(at)]
  if (toTime(now) === toTime(then)) return ''
  const format = toDay(now) === toDay(then) ? toTimeOfDay : toTime
  return `; the clock goes ${then < now ? 'back' : 'on'} from ${format(now)} to ${format(then)}`
}
