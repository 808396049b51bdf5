import { useState } from 'preact/hooks'
import { ToldLine } from '../../components/told-line.tsx'
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
  const [isBusy, setBusy] = useState(false)
  const steps = cause?.steps(account.value!) ?? []
  const run = async () => {
    if (isBusy) return
    setBusy(true)
    for (const [action, args] of steps) if (!(await perform(place, action, args))) break
    setBusy(false)
  }
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
            onClick={() => void run()}
          >
            {cause.button}
          </button>
        )}
      </div>
      <ToldLine place={place} />
    </>
  )
}
