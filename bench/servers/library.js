// Starts a sandbox and creates accounts several times in one process, and prints how long that took.
import { startSandbox } from '../../dist/index.js'

const ROUNDS = 21

async function timed(times, act) {
  const from = performance.now()
  const result = await act()
  times.push(performance.now() - from)
  return result
}

const [starts, closes, accounts, keys] = [[], [], [], []]
for (let round = 0; round < ROUNDS; round += 1) {
  const sandbox = await timed(starts, () => startSandbox())
  await timed(closes, () => sandbox.close())
}
const sandbox = await startSandbox()
for (let round = 0; round < ROUNDS; round += 1) {
  await timed(accounts, () => sandbox.account('past_due'))
  const headers = { authorization: `Bearer sandbox_past_due-${round}` }
  await timed(keys, () => fetch(`${sandbox.url}/v1/aliases`, { headers }).then((r) => r.text()))
}
await sandbox.close()
console.log(JSON.stringify({ starts, closes, accounts, keys }))
