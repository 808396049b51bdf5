import { useState } from 'preact/hooks'
import { Dialog } from '../../components/dialog.tsx'
import { ToldLine } from '../../components/told-line.tsx'
import { useLoaded } from '../../components/use-loaded.ts'
import { countOf } from '../../../text/numbers.ts'
import { attempt, client } from '../../state/client.ts'
import { route } from '../../state/route.ts'
import { changed, refresh } from '../../state/store.ts'
import { tell } from '../../state/told.ts'
import type { Report } from '../../service/types.ts'
import { Choices } from './choices.tsx'
import { Coverage } from './coverage.tsx'
import { Etiquette } from './etiquette.tsx'

/** The etiquette of the client, its coverage, and the way to meet the rest. */
export function ReportScreen() {
  const { account: name } = route.value
  const load = () => client.value.ask('GET report', { account: name })
  const report = useLoaded(load, `${name} ${changed.value}`)
  if (!report) return <p class="hint">Loading the report …</p>
  return (
    <>
      <Judged report={report} />
      <ToldLine place="report" />
      <div class="report">
        <Etiquette report={report} />
        <div>
          <Coverage report={report} />
          <Choices report={report} />
        </div>
      </div>
    </>
  )
}

/** The number of requests that the report is about, and the button that starts it anew. */
function Judged({ report: { calls, forgotten } }: { report: Report }) {
  const [isAsking, setAsking] = useState(false)
  const { account: name } = route.value
  const clear = async () => {
    setAsking(false)
    await attempt('report', async () => {
      await client.value.ask('DELETE requests', { account: name })
      await refresh()
      tell('report', 'The report starts anew with the next request. The history keeps all.')
    })
  }
  return (
    <section class="row spread" aria-label="Requests judged">
      <p>
        {calls === 0
          ? 'No request to judge yet: send one with your client.'
          : `${countOf(calls, 'request')} judged.`}
        {forgotten > 0 && ` ${countOf(forgotten, 'earlier request')} no longer judged.`}
      </p>
      {calls > 0 && (
        <button type="button" onClick={() => setAsking(true)}>
          Start the report anew
        </button>
      )}
      {isAsking && (
        <Dialog
          title="Start the report anew?"
          action="Start anew"
          isDangerous
          onSubmit={() => void clear()}
          onClose={() => setAsking(false)}
        >
          <p>
            The verdicts on {countOf(calls, 'request')} are lost, and so are their bug reports. The
            history keeps the requests themselves.
          </p>
        </Dialog>
      )}
    </section>
  )
}
