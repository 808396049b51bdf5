// All tests: `npm run test:all`. vitest.quick.config.ts lists what `npm test` omits.
import { configDefaults, defineConfig } from 'vitest/config'
import { MissingToolsReporter } from './test/support/tools/missing-tools-reporter.ts'

/**
 * Tests that change nothing in their process: their files share the imported modules. Loading these again for
 * each file took more time than the tests (36 s of CPU against 14 s in core and v1).
 */
const sharing = [
  'test/{actions,clock,contract,core,openapi,scenarios,v1}/**/*.test.ts',
  'test/hostile/!(fuzz|slow).test.ts',
]

export default defineConfig({
  test: {
    // Vitest chooses a reporter by its environment. This one shows each file when it ends, everywhere.
    reporters: ['default', new MissingToolsReporter()],
    testTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } }, // a busy machine takes longer than the usual second
    // The tests do not read the machine's clock; a busy machine must not decide their results.
    maxWorkers: 2,
    // CommonJS packages are imported as in Node.
    deps: { interopDefault: false },
    projects: [
      { extends: true, test: { name: 'shared', include: sharing, isolate: false } },
      {
        extends: true,
        test: {
          name: 'isolated',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...sharing],
        },
      },
    ],
  },
})
