// Stands in for the command line where that is not built.
import { start } from '../../build/start.js'
import { announce } from './listen.js'
import { startOptions } from './start-options.js'

announce((await start(await startOptions('past_due'))).port)
