import { render } from 'preact'
import { App } from './app.tsx'
import { loadAll } from './components/lazy.tsx'
import { runClock } from './state/account-clock.ts'
import { listen } from './state/live.ts'
import { watchPossible } from './state/possible.ts'
import { followLinks } from './state/route.ts'
import { listenForKeys } from './state/shortcuts.ts'
import { countPressesOnce } from './state/under-way.ts'
import { watchMessages } from './state/travel/message-age.ts'
import { watchRoute } from './state/watch-route.ts'

watchRoute()
followLinks()
runClock()
watchPossible()
watchMessages()
listen()
countPressesOnce()
listenForKeys()
render(<App />, document.getElementById('app')!)
void loadAll()
