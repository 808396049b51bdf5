// The tests of `npm test`, which newcomers wait for. vitest.config.ts has all of them: `npm run test:all`.
import { configDefaults, mergeConfig, type ViteUserConfig } from 'vitest/config'
import { MissingToolsReporter } from './test/support/tools/missing-tools-reporter.ts'
import everything from './vitest.config.ts'

/**
 * What takes longest, most of the time for a tenth of the tests: browsers (except for a file with tests that need none),
 * HTTP clients, test runners, hunts, commands that start many processes, full memory, real waits. In other files, single
 * tests that take more than a second have the tag `long`.
 */
const long = [
  'test/dashboard/{foreign-pages,hostile-text,testers}.test.ts',
  'test/dashboard/everywhere/*.test.ts',
  'test/dashboard/screens/!(report-screen).test.ts',
  'test/security/{browser,terminal}.test.ts',
  'test/clients/*.test.ts',
  'test/hunt/explore/{endless-client,explore,hunt,invariants,planted-bugs}.test.ts',
  'test/package/{commonjs,contents,languages,msw,nodes,pytest-plugin,release,runners,waits}.test.ts',
  'test/cli/{child,explore}/*.test.ts',
  'test/cli/output/{log-file,vanishing-output}.test.ts',
  'test/cli/loading.test.ts',
  'test/hunt/mutate/command.test.ts',
  'test/node/http/unread-answers.test.ts',
  'test/{docs-output,docs-shell}.test.ts',
  'test/containers/*.test.ts',
  'test/ending/*.test.ts',
  'test/missing-tools.test.ts',
  'test/recipes.test.ts',
  'test/page/{large,law}.test.ts',
  'test/node/smtp/hostile-clients.test.ts',
  'test/hostile/{excess,slow}.test.ts',
  'test/history/export/bug.test.ts',
  'test/history/replay-{file,route}.test.ts',
  'test/model/{interleavings,time-jumps}.test.ts',
  'test/node/http/{derived-work,received-bytes,slow-clients}.test.ts',
  'test/control/{events,waiting}.test.ts',
  'test/node/store/{fencing,lock-race}.test.ts',
  'test/report/over-http.test.ts',
  'test/verdicts/*.test.ts',
  'test/openapi/truth.test.ts',
  'test/library/{fake-timers,in-browser,lifetime,playwright-routes}.test.ts',
  'test/library/waits/*.test.ts',
]

/** The runs of tests with random input: some have a variable of their own, the others make a tenth. */
const {
  FUZZ_REQUESTS = '400',
  MODEL_RUNS = '40',
  SCHEDULE_RUNS = '400',
  SHARE_OF_RUNS = '0.1',
} = process.env

const reporters = [
  'default',
  new MissingToolsReporter('The long tests were left out: `npm run test:all` runs everything.'),
]
const quick: ViteUserConfig = {
  test: {
    exclude: [...configDefaults.exclude, ...long],
    env: { FUZZ_REQUESTS, MODEL_RUNS, SCHEDULE_RUNS, SHARE_OF_RUNS },
  },
}
const merged = mergeConfig(everything, quick)
// mergeConfig would append these to the reporters of the full configuration.
export default { ...merged, test: { ...merged.test, reporters, tagsFilter: ['!long'] } }
