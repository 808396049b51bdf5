import { useState } from 'preact/hooks'
import { Dialog } from '../../components/dialog.tsx'
import { useLoaded } from '../../components/use-loaded.ts'
import { countOf } from '../../../text/numbers.ts'
import { changed } from '../../state/store.ts'
import { attempt, client } from '../../state/client.ts'
import { tell } from '../../state/told.ts'
import { route } from '../../state/route.ts'
import type { Report } from '../../service/types.ts'
import { Assumptions, Coverage } from './coverage.tsx'
import { Verdicts } from './verdicts.tsx'

/** How the client behaved, what it has met, and how to meet the rest. */
export function ReportScreen() {
  const { account: name } = route.value
  const load = () => client.value.ask('GET report', { account: name })
  const report = useLoaded(load, `${name} ${changed.value}`)
  if (!report) return <p class="hint">Loading the report …</p>
  return (
    <>
      <Judged report={report} />
      <div class="report-columns">
        <div class="column">
          <Verdicts report={report} of="fail" />
          <Verdicts report={report} of="advice" />
          <Verdicts report={report} of="pass" />
          <Assumptions report={report} />
        </div>
        <Verdicts report={report} of="not_exercised" />
        <Coverage report={report} />
      </div>
    </>
  )
}

/** How many calls the report is about, and the button that starts it anew. */
function Judged({ report: { calls, forgotten } }: { report: Report }) {
  const [isAsking, setAsking] = useState(false)
  const { account: name } = route.value
  const clear = async () => {
    setAsking(false)
    const cleared = await attempt('report', async () => {
      await client.value.ask('DELETE requests', { account: name })
      return true
    })
    if (cleared) tell('report', 'The report starts anew with the next request.')
  }
  return (
    <section class="card row judged" aria-label="Calls judged">
      <p>
        {calls === 0
          ? 'No call to judge yet. Make one with your client, or bring a situation about below.'
          : `Judges ${countOf(calls, 'call')} of this account.`}
        {forgotten > 0 && <small> {countOf(forgotten, 'earlier call')} no longer judged.</small>}
      </p>
      <button
        type="button"
        aria-disabled={calls === 0}
        title={calls === 0 ? 'There is no call to forget.' : undefined}
        onClick={() => calls > 0 && setAsking(true)}
      >
        Start the report anew
      </button>
      {isAsking && (
        <Dialog
          title="Start the report anew?"
          action="Start anew"
          isDangerous
          onSubmit={() => void clear()}
          onClose={() => setAsking(false)}
        >
          <p>
            The verdicts on {countOf(calls, 'call')} are lost, and so are their bug reports. The
            story keeps the calls themselves.
          </p>
        </Dialog>
      )}
    </section>
  )
}
