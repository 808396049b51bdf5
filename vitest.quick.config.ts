// The tests of `npm test`, which newcomers wait for. vitest.config.ts has all of them: `npm run test:all`.
import { configDefaults, mergeConfig, type ViteUserConfig } from 'vitest/config'
import { MissingToolsReporter } from './test/support/tools/missing-tools-reporter.ts'
import everything from './vitest.config.ts'

/** What takes longest: browsers (except for one file), HTTP clients, test runners, hunts, full memory. */
const long = [
  'test/dashboard/{accessibility,foreign-pages,hostile-text,journal,scenarios,testers}.test.ts',
  'test/security/browser.test.ts',
  'test/clients/*.test.ts',
  'test/explore/planted-bugs.test.ts',
  'test/package/{runners,exported-tests,saved-tests}.test.ts',
  'test/cli/explore/explore.test.ts',
  'test/mutate/command.test.ts',
  'test/cli/child/stopping.test.ts',
  'test/memory/*.test.ts',
]

/** The runs of tests with random input; their own default is ten times as many. */
const { FUZZ_REQUESTS = '2000', MODEL_RUNS = '200', INTERLEAVING_RUNS = '100' } = process.env

const reporters = [
  'default',
  new MissingToolsReporter('The long tests were left out: `npm run test:all` runs everything.'),
]
const quick: ViteUserConfig = {
  test: {
    exclude: [...configDefaults.exclude, ...long],
    env: { FUZZ_REQUESTS, MODEL_RUNS, INTERLEAVING_RUNS },
  },
}
const merged = mergeConfig(everything, quick)
// mergeConfig would append these to the reporters of the full configuration.
export default { ...merged, test: { ...merged.test, reporters } }
