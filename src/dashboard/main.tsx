import { render } from 'preact'
import { runClock } from './state/account-clock.ts'
import { App } from './app.tsx'
import { listen } from './state/live.ts'
import { watchRoute } from './state/state.ts'

watchRoute()
runClock()
listen()
render(<App />, document.getElementById('app')!)
