import { account } from '../../state/store.ts'
import { performAll } from '../../state/perform.ts'
import type { Account } from '../../service/types.ts'
import type { Situation } from './situations.ts'

const READY = 'It is ready already: make the call.'

/** How to meet what has not been met yet: a button that brings it about, and what to do next. */
export function HowToMeet({ situation }: { situation: Situation }) {
  const { cause, next } = situation
  const now = account.value!
  if (!cause) return <p class="to-do">{next}</p>
  const isReady = cause.isReady(now)
  const refused = isReady ? READY : cause.refused?.(now)
  const run = async () => {
    if (refused === undefined) await bringAbout(now, situation)
  }
  return (
    <div class="to-do">
      <p>
        {isReady && <b>Ready. </b>}
        {isReady ? next : (refused ?? `${cause.does} ${next}`)}
      </p>
      <button
        type="button"
        aria-disabled={refused !== undefined}
        title={refused}
        onClick={() => void run()}
      >
        {cause.button}
      </button>
    </div>
  )
}

async function bringAbout(now: Account, { cause, next }: Situation): Promise<void> {
  await performAll('report', cause!.steps(now), next)
}
