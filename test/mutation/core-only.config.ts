import { defineConfig } from 'vitest/config'
export default defineConfig({
  test: {
    include: ['test/core/**/*.test.ts','test/actions/*.test.ts','test/clock/*.test.ts','test/scenarios/{format,times,merging}.test.ts'],
    testTimeout: 30_000, maxWorkers: 1, isolate: false,
    deps: { interopDefault: false },
    env: { MODEL_RUNS: '20', INTERLEAVING_RUNS: '2' },
  },
})
