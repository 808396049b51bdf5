import { useState } from 'preact/hooks'
import { Dialog } from '../../components/dialog.tsx'
import { useFresh, type StoredContent } from '../../components/use-fresh.ts'
import { countOf } from '../../../text/numbers.ts'
import { account } from '../../state/account.ts'
import { attempt, client, read } from '../../state/client.ts'
import { showDone } from '../../state/message.ts'
import { route } from '../../state/route.ts'
import { once } from '../../state/under-way.ts'
import type { Report } from '../../state/types.ts'
import { DownloadStory } from '../story/download-story.tsx'
import { Assumptions, Coverage } from './coverage.tsx'
import { Verdicts } from './verdicts.tsx'

const stored: StoredContent<Report> = { account: '', content: undefined }

/** How the client behaved, what it has met, and how to meet the rest. */
export function ReportScreen() {
  const { account: name } = route.value
  const load = () => read(() => client.value.ask('GET report', { account: name }))
  const report = useFresh({ load, account: name, change: account.value, stored })
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
    const cleared = await attempt(async () => {
      await client.value.ask('DELETE requests', { account: name })
      return true
    })
    if (cleared) showDone('The report starts anew with the next call. The story keeps the calls.')
  }
  return (
    <section class="card row judged" aria-label="Calls judged">
      <p>
        {calls === 0
          ? 'No call to judge yet. Make one with your client, or bring a situation about below.'
          : `Judges ${countOf(calls, 'call')} of this account.`}
        {forgotten > 0 && <small> {countOf(forgotten, 'earlier call')} no longer judged.</small>}
      </p>
      <DownloadStory isPage>Download as page</DownloadStory>
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
          onSubmit={() => void once('forget', clear)}
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
