import { render } from 'preact'
import { runClock } from './account-clock.ts'
import { App } from './app.tsx'
import { listen } from './live.ts'
import { watchPlace } from './sandbox.ts'

watchPlace()
runClock()
listen()
render(<App />, document.getElementById('app')!)
