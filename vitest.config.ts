// Every test: `npm run test:all`. What `npm test` leaves out is in vitest.quick.config.ts.
import { configDefaults, defineConfig } from 'vitest/config'
import { MissingToolsReporter } from './test/support/tools/missing-tools-reporter.ts'

/**
 * Tests that change nothing of their process: their files share the modules that they import. Loading
 * these anew for each file took more time than the tests (36 s of CPU against 14 s in core and v1).
 */
const sharing = [
  'test/{actions,clock,contract,core,openapi,scenarios,v1}/**/*.test.ts',
  'test/hostile/!(fuzz|slow).test.ts',
]

export default defineConfig({
  test: {
    // Vitest chooses a reporter by where it runs. This one shows each file as it ends, everywhere.
    reporters: ['default', new MissingToolsReporter()],
    testTimeout: 30_000,
    // The tests read no clock of the machine; what runs beside them must not decide what they see.
    maxWorkers: 2,
    // CommonJS packages are imported as Node imports them.
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
