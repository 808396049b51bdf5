// Prints the verdicts of docs/development/how-it-is-tested.md: `npm run measure:verdicts`. Each client runs three
// times, beside two busy loops; takes a minute or two.
import { Worker } from 'node:worker_threads'
import { toTable } from '../../bench/print.js'
import { expectedFor, openClient, schedules, situations, transports, verdictOn } from './table.js'

const busy = [1, 2].map(() => new Worker('for (;;) {}', { eval: true }))
const client = openClient()
const rows = []
for (const transport of transports) {
  const row = { client: transport }
  for (const schedule of Object.keys(schedules)) {
    const cells = []
    for (const situation of Object.keys(situations)) {
      const verdicts = []
      for (let run = 0; run < 3; run += 1) {
        verdicts.push((await verdictOn(client, transport, schedule, situation)).verdict)
      }
      const right = expectedFor(transport, schedule, situation)
      if (verdicts.some((verdict) => verdict !== right)) process.exitCode = 1
      cells.push(new Set(verdicts).size === 1 ? verdicts[0] : verdicts.join('/'))
    }
    row[schedule] = cells[0] === cells[1] ? cells[0] : cells.join(', ')
  }
  rows.push(row)
}
client.close()
await Promise.all(busy.map((worker) => worker.terminate()))
process.stdout.write(`${toTable(rows)}\n`)
