import { render } from 'preact'
import { App } from './app.tsx'
import { Connect } from './components/header/connect.tsx'
import { ScenarioMenu } from './components/header/scenario-menu.tsx'
import { Share } from './components/header/share.tsx'
import { InboxScreen } from './screens/inbox/inbox-screen.tsx'
import { LiveScreen } from './screens/live/live-screen.tsx'
import { ReportScreen } from './screens/report/report-screen.tsx'
import { runClock } from './state/account-clock.ts'
import { host } from './state/host.ts'
import { followLinks, takeRoute } from './state/route.ts'
import { follow } from './state/store.ts'

const send = (url: string, init?: RequestInit) => fetch(url, init)

/** Shows the sandbox that has served this document. */
export function openDashboard(): void {
  host.value = {
    url: location.origin,
    hasPort: true,
    sandboxOf: () => send,
    recordedIn: () => [],
    firstRun: '',
    firstScreen: 'live',
    firstAccount: () => 'default',
  }
  takeRoute()
  follow()
  followLinks()
  runClock()
  render(
    <App
      screens={{ live: LiveScreen, inbox: InboxScreen, report: ReportScreen }}
      dialogs={[ScenarioMenu, Connect, Share]}
    />,
    document.getElementById('app')!,
  )
}
