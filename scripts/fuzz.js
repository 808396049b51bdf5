// Two fuzzers:
//   npm run fuzz -- --requests 1000000 --seed 7     mutated hostile requests, reproducible to the byte
//   npm run fuzz -- --resources [--short]           deep, wide, long, slow … input, and its cost
// Each run prints its seed; the same seed and number send the same bytes. test/resources/run.js describes the
// flags of the second one.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const args = process.argv.slice(2)
process.exitCode = args.includes('--resources') ? fuzzResources() : fuzzRequests()

function fuzzResources() {
  const file = fileURLToPath(new URL('../test/resources/run.js', import.meta.url))
  const own = args.filter((arg) => arg !== '--resources')
  return spawnSync(process.execPath, [file, ...own], { stdio: 'inherit' }).status ?? 1
}

function fuzzRequests() {
  const { values } = parseArgs({
    args,
    options: {
      requests: { type: 'string', default: '20000' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    },
  })
  const { status } = spawnSync('npx', ['vitest', 'run', 'test/hostile/fuzz.test.ts'], {
    stdio: 'inherit',
    env: { ...process.env, FUZZ_REQUESTS: values.requests, FUZZ_SEED: values.seed },
  })
  return status ?? 1
}
