import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// What a mutant of src/core or src/contract meets: the tests of behaviour, in process and over HTTP.
// The first test that fails ends it, so those come first that find most in the least time.
// Left out are those that look at files, start other processes or only take long.
const inOrder = [
  'contract/*',
  'model/sequences',
  'core/*',
  'actions/*',
  'scenarios/{format,times,merging,expect}',
  'clock/*',
  'openapi/{document,shapes,requests}',
  'report/report',
  'model/limit-edges',
  'v1/!(waiting)',
  'scenarios/{files,populate,shipped}',
  'store/restart-law',
  'control/{account-state,control,scenario-check,state}',
  'openapi/control',
  'library/{account,options,sandbox}',
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
    env: { MODEL_RUNS: '40' },
  },
})
