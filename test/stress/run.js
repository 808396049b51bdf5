// Runs all stress scripts, one after another. Each prints its results in a line that begins with "ok".
//
//   npm run stress [-- --short] [--only kill,soak]
//
// The long forms take hours on two cores; the short ones, which CI runs, take about a minute and a half.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const scripts = ['kill', 'file-operations', 'shutdown', 'floods']
const { values: flags } = parseArgs({
  options: { short: { type: 'boolean', default: false }, only: { type: 'string' } },
})
const requested = flags.only?.split(',') ?? scripts
const input = flags.short ? ['--short'] : []
const failed = requested.filter((name) => {
  const file = fileURLToPath(new URL(`${name}.js`, import.meta.url))
  return spawnSync(process.execPath, [file, ...input], { stdio: 'inherit' }).status !== 0
})
if (failed.length > 0) {
  console.log(`failed: ${failed.join(', ')}`)
  process.exitCode = 1
}
