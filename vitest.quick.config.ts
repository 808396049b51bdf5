// The tests of `npm test`, which newcomers wait for. vitest.config.ts has all of them: `npm run test:all`.
import { configDefaults, mergeConfig, type ViteUserConfig } from 'vitest/config'
import { MissingToolsReporter } from './test/support/tools/missing-tools-reporter.ts'
import everything from './vitest.config.ts'

/**
 * What takes longest, half of the time for a twentieth of the tests: browsers (except for two files with tests that need
 * none), HTTP clients, test runners, hunts, commands that start many processes, full memory, real waits.
 */
const long = [
  'test/dashboard/{accessibility,foreign-pages,hand-over,hostile-text,replay-file,testers,what-if}.test.ts',
  'test/dashboard/{everywhere,story}/*.test.ts',
  'test/dashboard/overview/!(messages).test.ts',
  'test/dashboard/screens/!(report-screen|scenarios).test.ts',
  'test/security/browser.test.ts',
  'test/clients/*.test.ts',
  'test/explore/{endless-client,explore,invariants,planted-bugs}.test.ts',
  'test/package/{commonjs,exported-tests,languages,pytest-plugin,runners,saved-tests,skip-waits}.test.ts',
  'test/cli/{child,explore}/*.test.ts',
  'test/cli/output/{log-file,vanishing-output}.test.ts',
  'test/cli/loading.test.ts',
  'test/mutate/command.test.ts',
  'test/time-travel/{patient-clients,processes,skip-waits,time-outs,waiting}.test.ts',
  'test/memory/*.test.ts',
  'test/{docs-output,docs-shell}.test.ts',
  'test/ending/*.test.ts',
  'test/missing-tools.test.ts',
  'test/recipes.test.ts',
  'test/page/{browser,large,opened-history}.test.ts',
  'test/smtp/hostile-clients.test.ts',
  'test/hostile/{excess,slow}.test.ts',
  'test/history-export/bug.test.ts',
  'test/history/replay-{file,route}.test.ts',
  'test/model/time-jumps.test.ts',
  'test/http/{derived-work,received-bodies,unread-answers}.test.ts',
  'test/control/{events,waiting}.test.ts',
]

/** The runs of tests with random input; their own default is ten times as many. */
const {
  FUZZ_REQUESTS = '2000',
  MODEL_RUNS = '200',
  INTERLEAVING_RUNS = '100',
  HISTORY_RUNS = '300',
  SCHEDULE_RUNS = '2000',
  PAGE_RUNS = '100',
} = process.env

const reporters = [
  'default',
  new MissingToolsReporter('The long tests were left out: `npm run test:all` runs everything.'),
]
const quick: ViteUserConfig = {
  test: {
    exclude: [...configDefaults.exclude, ...long],
    env: { FUZZ_REQUESTS, MODEL_RUNS, INTERLEAVING_RUNS, HISTORY_RUNS, SCHEDULE_RUNS, PAGE_RUNS },
  },
}
const merged = mergeConfig(everything, quick)
// mergeConfig would append these to the reporters of the full configuration.
export default { ...merged, test: { ...merged.test, reporters } }
