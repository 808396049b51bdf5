import { effect } from '@preact/signals'
import { render, type ComponentType } from 'preact'
import { PageFileError, readPageFile } from '../contract/session/page-file.ts'
import { App } from '../dashboard/app.tsx'
import { ScenarioMenu } from '../dashboard/components/header/scenario-menu.tsx'
import { Share } from '../dashboard/components/header/share.tsx'
import { InboxScreen } from '../dashboard/screens/inbox/inbox-screen.tsx'
import { LiveScreen } from '../dashboard/screens/live/live-screen.tsx'
import { ReportScreen } from '../dashboard/screens/report/report-screen.tsx'
import { ResultScreen } from '../dashboard/screens/result/result-screen.tsx'
import { runClock } from '../dashboard/state/account-clock.ts'
import { host, isReadOnly } from '../dashboard/state/host.ts'
import { panelTab } from '../dashboard/state/open-tab.ts'
import { followLinks, route, takeRoute } from '../dashboard/state/route.ts'
import type { Screen } from '../dashboard/state/screen-names.ts'
import { follow } from '../dashboard/state/store.ts'
import { pageIds } from '../history/page/html.ts'
import { Banner } from './banner.tsx'
import { unpacked } from './packed.ts'
import { painted } from './painted.ts'
import { Runs } from './runs.ts'

/** Shows what the page carries, in place of the report as text, which stays where that fails. */
export async function openPage(): Promise<void> {
  const app = document.getElementById(pageIds.app)!
  const text = document.getElementById(pageIds.text)!
  const { title } = document
  try {
    await painted()
    const page = readPageFile(await carried())
    show(new Runs(page), app)
    text.remove()
  } catch (error) {
    render(null, app)
    document.title = title
    if (!(error instanceof PageFileError)) throw error
    const said = text.querySelector('p')!
    said.role = 'alert'
    said.textContent = `The content of this page cannot be read: ${error.message}. Here it is as text.`
  }
}

/** The content of the page. @throws PageFileError */
function carried(): Promise<string> {
  const part = document.getElementById(pageIds.data)
  if (part === null) throw new PageFileError('it is missing')
  return unpacked(part.textContent)
}

function show(runs: Runs, app: HTMLElement): void {
  host.value = {
    url: 'http://127.0.0.1',
    hasPort: false,
    sandboxOf: (run) => runs.sandboxOf(run),
    recordedIn: (place) => runs.recordedIn(place),
    firstRun: runs.firstRun,
    firstScreen: runs.page.result ? 'result' : 'live',
    firstAccount: (run) => runs.firstAccount(run),
  }
  panelTab.value = 'send'
  effect(() => void (isReadOnly.value = !runs.continued.value.has(route.value.run)))
  takeRoute()
  if (runs.page.sessions.length > 0) follow()
  followLinks()
  runClock()
  addEventListener('beforeprint', unfold)
  render(
    <App
      screens={screensOf(runs)}
      dialogs={[ScenarioMenu, Share]}
      banner={<Banner runs={runs} />}
      alone={['result']}
    />,
    app,
  )
}

/** The screens of the dashboard, and the result if the page has one. */
function screensOf({ page: { result, sessions } }: Runs): Partial<Record<Screen, ComponentType>> {
  return {
    ...(result && { result: () => <ResultScreen result={result} /> }),
    ...(sessions.length > 0 && { live: LiveScreen, inbox: InboxScreen, report: ReportScreen }),
  }
}

/** On paper nothing can be opened. */
function unfold(): void {
  for (const each of document.querySelectorAll('details')) each.open = true
}
