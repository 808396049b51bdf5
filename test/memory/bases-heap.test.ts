import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const script = fileURLToPath(new URL('../support/process/heap-of-bases.js', import.meta.url))

describe('what a history keeps to go back stays within its limits', () => {
  it.each<[shape: string, times: number]>([
    ['aliases added in groups', 30],
    ['aliases made and deleted', 4_000],
    ['messages forwarded', 2_400],
    ['rewinds after many creations', 100],
  ])('%s', (shape, times) => {
    const output = execFileSync(process.execPath, ['--expose-gc', script, shape, String(times)])
    const { heap, most } = JSON.parse(output.toString()) as { heap: number; most: number }
    expect(heap).toBeLessThan(most)
  })
})
