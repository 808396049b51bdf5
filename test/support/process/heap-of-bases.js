// Repeats actions on a large account; prints how much of the heap only its history still needs, and what it counts.
import './fresh-build.js'
import { Sandbox } from '../../../build/core/sandbox.js'
import { sampleTexts } from '../../../build/scenario/sample-texts.js'
import { ScenarioCatalog, shippedScenarios } from '../../../build/scenario/catalog.js'

const MIB = 1_024 * 1_024
const [shape, times] = [process.argv[2], Number(process.argv[3])]
const sandbox = new Sandbox(
  {
    catalog: new ScenarioCatalog(shippedScenarios()),
    sampleTexts,
    settings: { seed: 1, apiKey: 'sandbox_default', maxAccounts: 10, maxRequests: 20_000 },
    start: { name: 'x', scenario: { populate: 200_000 } },
    overrides: {},
    memoryLimits: {
      content: { contentBytes: 1_024 * MIB, addedBytes: 1_024 * MIB },
      histories: { entriesBytes: 20 * MIB, formerBytes: 20 * MIB },
    },
    onCrash: (error) => {
      throw error
    },
  },
  0,
)
const account = sandbox.account('default')
const act = (action, input) => sandbox.perform(account, action, input, 0)

const ids = account.aliases.after(null, 'by_id', 1_000).map(({ id }) => id)
const shapes = {
  'aliases added in groups': () => act('populate_aliases', { count: 5_000 }),
  'aliases made and deleted': () => {
    const { alias } = act('create_alias', { note: 'x'.repeat(500) }).result
    act('delete_alias', { id: alias.id })
  },
  'messages forwarded': (n) => {
    act('forward_message', { id: ids[n % ids.length] })
  },
  'rewinds after many creations'(n) {
    if (n === 0) for (let made = 0; made < 20_000; made += 1) act('create_alias', {})
    sandbox.rewind(account, 'act_19990', 0)
    act('create_alias', {})
  },
}
for (let n = 0; n < times; n += 1) shapes[shape](n)

const heap = () => {
  for (let i = 0; i < 4; i += 1) globalThis.gc()
  return process.memoryUsage().heapUsed
}
const full = heap()
account.history.forget()
process.stdout.write(JSON.stringify({ heap: full - heap(), most: 40 * MIB }))
