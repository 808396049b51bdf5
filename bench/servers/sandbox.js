// The sandbox with everything on: keys, journal, provenance. The scenario has no limits, since a
// load of sixty calls a minute measures nothing; what the parent asks for is done on the default account.
import { fromWire } from './sandbox-asks.js'
import { openShelf, ScenarioShelf } from '../../dist/scenario/shelf.js'
import { start } from '../../dist/start.js'

const unlimited = { account: { plan: 'pro' }, limits: { burst: 'off', daily: 'off' } }
const shipped = await openShelf()
const { aliases = 0, aliasesOfKey = 25 } = JSON.parse(process.argv[2] ?? '{}')
const shelf = new ScenarioShelf([
  ...shipped.names().map((name) => ({ name, scenario: shipped.find(name) })),
  { name: 'unlimited', scenario: { ...unlimited, populate: aliasesOfKey } },
])

const running = await start({
  shelf,
  start: { name: 'unlimited', scenario: unlimited },
  overrides: {},
  seed: 1,
  apiKey: 'sandbox_default',
  host: undefined,
  port: 0,
  allowedHosts: [],
  controlToken: undefined,
  exposeHeaders: false,
  corsOrigin: undefined,
  maxAccounts: 20_000,
  maxRequests: 1_000,
  onCrash: (error) => {
    throw error
  },
})
const { sandbox } = running
if (aliases > 0) {
  sandbox.perform(sandbox.account('default'), 'populate_aliases', { count: aliases }, Date.now())
}
process.on('message', ({ ask, ...given }) => {
  if (ask in fromWire) process.send({ ask, answer: fromWire[ask](sandbox, given) })
})
process.send({ port: running.port })
