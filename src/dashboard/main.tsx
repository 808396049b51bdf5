import { render } from 'preact'
import { App } from './app.tsx'
import { ConnectionMark } from './components/connection-mark.tsx'
import { Connect } from './components/header/connect.tsx'
import { ScenarioMenu } from './components/header/scenario-menu.tsx'
import { Share } from './components/header/share.tsx'
import { networkService } from './service/network.ts'
import { InboxScreen } from './screens/inbox/inbox-screen.tsx'
import { LiveScreen } from './screens/live/live-screen.tsx'
import { ReportScreen } from './screens/report/report-screen.tsx'
import { runClock } from './state/account-clock.ts'
import { host } from './state/host.ts'
import { followLinks, takeRoute } from './state/route.ts'
import { follow } from './state/store.ts'

host.value = {
  url: location.origin,
  service: (_run, token) => networkService(token),
  firstRun: '',
  firstScreen: 'live',
  firstAccount: () => 'default',
  isPage: false,
}
takeRoute()
follow()
followLinks()
runClock()
render(
  <App
    screens={{ live: LiveScreen, inbox: InboxScreen, report: ReportScreen }}
    dialogs={[ScenarioMenu, Connect, Share]}
    mark={<ConnectionMark />}
  />,
  document.getElementById('app')!,
)
