import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// What a mutant of src/core or src/contract meets: the tests that need no process and nearly no HTTP. The
// first that fails ends it, so those come first that find most in the least time. Further files would
// find little more, and each takes its time to load for each mutant.
const inOrder = [
  'contract/*',
  'core/*',
  'actions/*',
  'model/{sequences,limit-edges}',
  'clock/*',
  'scenarios/{format,times,merging,expect}',
  'v1/{order-of-checks,provenance}',
].map((name) => `test/${name}.test.ts`)

class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) =>
      inOrder.findIndex((names) => path.matchesGlob(path.relative('.', moduleId), names))
    return files.toSorted((one, other) => rank(one) - rank(other))
  }
}

export default defineConfig({
  test: {
    include: inOrder,
    testTimeout: 30_000,
    maxWorkers: 1,
    // Modules are loaded once a mutant, not once a file: half of the time.
    isolate: false,
    sequence: { sequencer: InOrder },
    setupFiles: ['test/mutation/no-shrinking.ts'],
    deps: { interopDefault: false },
    // Few sequences find a mutant as well as many do, and it is done for each of them.
    env: { MODEL_RUNS: '20' },
  },
})
