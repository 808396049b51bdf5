// All tests: `npm run test:all`. vitest.quick.config.ts lists what `npm test` omits.
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import { MissingToolsReporter } from './test/support/tools/missing-tools-reporter.ts'

/**
 * Tests that change nothing in their process: their files share the imported modules. Loading these again for
 * each file took more time than the tests (36 s of CPU against 14 s in core and v1). They passed in any order
 * (`--sequence.shuffle`).
 */
const sharing = [
  'test/{contract,core,history,mail,openapi,results,scenario,text,v1,words}/**/*.test.ts',
  'test/cli/{args,commands}/*.test.ts',
  'test/cli/output/{request-line,special-files}.test.ts',
  'test/dashboard/**/*.test.ts',
  'test/control/!(events|slow-body|waiting).test.ts',
  'test/control/refusals/*.test.ts',
  'test/hunt/explore/!(endless-client|explore|planted-bugs).test.ts',
  'test/hunt/mutate/!(command).test.ts',
  'test/hostile/!(slow).test.ts',
  'test/library/!(durations|fake-timers|lifetime|run-sandbox).test.ts',
  'test/model/!(time-jumps).test.ts',
  'test/node/http/!(callbacks|unread-answers).test.ts',
  'test/node/{smtp,store}/**/*.test.ts',
  'test/node/process-table.test.ts',
  'test/report/**/*.test.ts',
  'test/security/!(browser).test.ts',
  'test/package/licences.test.ts',
  'test/page/{size,sources}.test.ts',
  'test/{docs,fresh-build,layers,prose,texts}.test.ts',
]

export default defineConfig({
  test: {
    // Vitest chooses a reporter by its environment. This one shows each file when it ends, everywhere.
    reporters: ['default', new MissingToolsReporter()],
    // A limit ends what hangs; it must never decide a result, however busy the machine is.
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
    expect: { poll: { timeout: 300_000 } },
    maxWorkers: 3,
    tags: [{ name: 'long', description: 'takes more than a second: `npm test` leaves it out' }],
    // So that the worker thread of a sandbox runs from the sources too.
    execArgv: [
      '--import',
      fileURLToPath(new URL('test/support/threads/typescript.js', import.meta.url)),
    ],
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
