// The sandbox with everything on: keys, history, provenance. Requests of the parent process act on the
// default account.
import { start } from '../../build/node/start.js'
import { reportReady } from './listen.js'
import { fromWire } from './sandbox-asks.js'
import { startOptions } from './start-options.js'

const { aliases = 0, aliasesOfKey = 25, db } = JSON.parse(process.argv[2] ?? '{}')
const { sandbox, port } = await start({ ...(await startOptions('unlimited', aliasesOfKey)), db })
if (aliases > 0) {
  sandbox.perform(sandbox.account('default'), 'populate_aliases', { count: aliases }, Date.now())
}
process.on('message', ({ ask, ...input }) => {
  if (ask in fromWire) process.send({ ask, answer: fromWire[ask](sandbox, input) })
})
reportReady(port)
