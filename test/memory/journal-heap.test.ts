import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const script = fileURLToPath(new URL('../support/process/heap-of-journal.js', import.meta.url))

/** A margin for V8's own code and caches, which differ in each run. */
const V8_BYTES = 256 * 1_024

type Measured = { stored: number; bytes: number; heap: number }

describe('a journal counts the memory that it uses', () => {
  // A creation counts its alias, which the account may remove, and what indexing it takes, which the next list does.
  it.each<[shape: string, calls: number, most?: number]>([
    ['plain', 3_000],
    ['large headers', 400],
    ['many headers', 150],
    ['long paths', 250],
    ['long queries', 900],
    ['unknown fields', 30],
    ['wide labels', 2_000, 4],
    ['long labels', 1_000],
    ['not JSON', 300],
    ['small creations', 2_000, 5],
    ['listed creations', 2_000],
    ['pages walked', 2_000],
  ])('%s', (shape, calls, most = 3) => {
    const output = execFileSync(process.execPath, ['--expose-gc', script, shape, String(calls)])
    const { bytes, heap } = JSON.parse(output.toString()) as Measured
    expect(bytes).toBeGreaterThanOrEqual(heap * 0.97 - V8_BYTES)
    expect(bytes).toBeLessThan(heap * most)
  })
})
