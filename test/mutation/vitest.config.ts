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
    // A worker imports the sources once for all files: no test changes what is global.
    isolate: false,
    deps: { interopDefault: false },
    // Few sequences find a mutant as well as many do, and it is done for each of them.
    env: { MODEL_RUNS: '20', INTERLEAVING_RUNS: '2' },
  },
})
