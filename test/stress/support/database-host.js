// A sandbox on a database file whose lock becomes stale soon. While another process owns the lock, it tries
// again.
//
//   node database-host.js FILE STALE_MS MACHINE
//
// Prints the ready line in JSON when it listens, and the message about the loss of its file on standard
// error.
import { setTimeout as sleep } from 'node:timers/promises'
import '../../support/process/fresh-build.js'
import { checkOptions } from '../../../build/library/options.js'
import { findScenarios } from '../../../build/library/scenario.js'
import { toStartOptions } from '../../../build/library/start-options.js'
import { shippedScenarios } from '../../../build/node/files/scenario-catalog.js'
import { ScenarioCatalog } from '../../../build/scenario/catalog.js'
import { start } from '../../../build/node/start.js'

const [db, stale, machine] = process.argv.slice(2)
const catalog = new ScenarioCatalog(shippedScenarios())
const settings = {
  ...toStartOptions(
    checkOptions({ db, apiKey: 'sandbox_default' }),
    catalog,
    findScenarios('unlimited', catalog),
  ),
  lockTimes: { staleMs: Number(stale), touchMs: Number(stale) / 6 },
  lockOwner: { pid: process.pid, host: machine },
  onDatabaseLost: (message) => process.stderr.write(`lost: ${message}\n`),
}

async function open() {
  for (;;) {
    try {
      return await start(settings)
    } catch (error) {
      if (!/is in use by pid/.test(error.message)) throw error
      await sleep(20)
    }
  }
}

const { port } = await open()
process.stdout.write(`${JSON.stringify({ port })}\n`)
