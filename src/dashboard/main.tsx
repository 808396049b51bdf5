import { render } from 'preact'
import { globalFetch } from '../client/global-fetch.ts'
import { App } from './app.tsx'
import { ConnectionMark } from './components/connection-mark.tsx'
import { loadAll } from './components/lazy.tsx'
import { runClock } from './state/account-clock.ts'
import { listen } from './state/live.ts'
import { watchPossible } from './state/possible.ts'
import { followLinks, takeRoute } from './state/route.ts'
import { source } from './state/source.ts'
import { listenForKeys } from './state/shortcuts.ts'
import { watchMessages } from './state/travel/message-age.ts'
import { watchRoute } from './state/watch-route.ts'
import { views } from './views.tsx'

source.value = {
  url: location.origin,
  fetch: () => globalFetch,
  firstRun: '',
  account: () => 'default',
  recorded: () => [],
  isWhole: false,
}
takeRoute()
watchRoute()
followLinks()
runClock()
watchPossible()
watchMessages()
listen()
listenForKeys()
render(<App views={views} mark={<ConnectionMark />} />, document.getElementById('app')!)
void loadAll()
