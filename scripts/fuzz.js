// Mutated hostile requests: npm run fuzz -- --requests 1000000 --seed 7
// Each run prints its seed; the same seed and number send the same bytes.
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
  },
})
const { status } = spawnSync('npx', ['vitest', 'run', 'test/hostile/fuzz.test.ts'], {
  stdio: 'inherit',
  env: { ...process.env, FUZZ_REQUESTS: values.requests, FUZZ_SEED: values.seed },
})
process.exitCode = status ?? 1
