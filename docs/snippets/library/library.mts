import { defineScenario, startSandbox } from 'alias-sandbox'

await using sandbox = await startSandbox({ seed: 42, now: '2026-03-01T12:00:00Z' })
const account = await sandbox.account('past_due') // its own key, its own clock

const list = () =>
  fetch(`${account.url}/v1/aliases`, { headers: { authorization: `Bearer ${account.apiKey}` } })

await list() // 403 plan_past_due
await account.do('settle_invoice') // any action, with typed arguments
await account.clock.advance('25h')
const outage = await account.fail('outage', { times: 2 })
await list() // 503
console.log(await outage.hits()) // 1

await account.waitForRequest({ operation: 'list', timeout: '2s' })
const [refused] = await account.requests({ outcome: 'plan_past_due' })
console.log(refused?.why) // each request has the reason for its answer
await account.report()

await account.do('cancel_subscription')
await account.undo() // everything goes back to before it

const almostOut = defineScenario({
  account: { plan: 'pro' },
  usage: { daily: 199 },
  timeline: [{ at: '+90s', do: 'fail_payment' }],
})
await sandbox.account(almostOut)
