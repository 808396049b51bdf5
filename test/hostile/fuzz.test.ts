import { expect, it } from 'vitest'
import { runLane } from './fuzz/fuzz-lane.ts'

// For more requests than in CI: npm run fuzz -- --requests 1000000 --seed 7
const seed = Number(process.env['FUZZ_SEED'] ?? 1)
const requests = Number(process.env['FUZZ_REQUESTS'] ?? 20_000)
/** Sandboxes that run in parallel, each with its own seed. */
const LANES = 4
const LONG_MS = 600_000 + requests * 50

it(
  `${requests} mutated requests are answered as documented, in JSON, and change nothing unless accepted (seed ${seed})`,
  { timeout: LONG_MS },
  async () => {
    const lanes = Array.from({ length: LANES }, (_, lane) =>
      runLane(seed * LANES + lane, requests / LANES),
    )
    const seen = new Map<number, number>()
    for (const lane of await Promise.all(lanes)) {
      for (const [status, count] of lane) seen.set(status, (seen.get(status) ?? 0) + count)
    }
    const counts = [...seen].toSorted().map(([status, count]) => `${status}: ${count}`)
    process.stderr.write(`fuzz: seed ${seed}, ${requests} requests; ${counts.join(', ')}\n`)
    expect(seen.get(400)).toBeGreaterThan(requests / 10)
  },
)
