import { defineConfig } from 'vitest/config'

// What a mutant of src/core or src/contract meets: the tests of behaviour, in process and over HTTP.
// Left out are those that look at files, start other processes or only take long.
export default defineConfig({
  test: {
    include: [
      'test/{v1,core,clock,actions}/**/*.test.ts',
      'test/model/{sequences,limit-edges}.test.ts',
      'test/scenarios/{format,times,merging}.test.ts',
    ],
    testTimeout: 30_000,
    maxWorkers: 1,
    // Modules are loaded once a mutant, not once a file: half of the time.
    isolate: false,
    deps: { interopDefault: false },
    // Few sequences find a mutant as well as many do, and it is done for each of them.
    env: { MODEL_RUNS: '40' },
  },
})
