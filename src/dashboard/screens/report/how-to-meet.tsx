import { ToldLine } from '../../components/told-line.tsx'
import { usePress } from '../../components/use-press.ts'
import { isReadOnly, READ_ONLY } from '../../state/host.ts'
import { perform } from '../../state/perform.ts'
import { account } from '../../state/store.ts'
import type { Situation } from './situations.ts'

type HowToMeetProps = {
  /** The place that says what came of the button. */
  place: string
  situation: Situation
}

/** The way to meet what has not been met yet: what the client does, after a button that brings it about. */
export function HowToMeet({ place, situation: { cause, next } }: HowToMeetProps) {
  const steps = cause?.steps(account.value!) ?? []
  const { isBusy, press } = usePress(async () => {
    for (const [action, args] of steps) if (!(await perform(place, action, args))) break
  })
  return (
    <>
      <div class="row spread">
        <p class="hint">{next}</p>
        {cause && steps.length > 0 && (
          <button
            type="button"
            disabled={isReadOnly.value}
            title={isReadOnly.value ? READ_ONLY : undefined}
            aria-busy={isBusy}
            onClick={press}
          >
            {cause.button}
          </button>
        )}
      </div>
      <ToldLine place={place} />
    </>
  )
}
