// Bundles the tests for mutation testing, with the mutated sources, into one file for Mocha. Stryker runs it
// in its copy of the project, where each source contains all of its mutants.
//
// These are the tests that need no child process and almost no HTTP. Those that kill the most mutants in the
// least time run first, because the first failure ends a mutant.
import { readdirSync, readFileSync } from 'node:fs'
import { pathToFileURL, fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../..', import.meta.url))
const requested = [
  /^contract\//,
  /^core\//,
  /^actions\/(?!set-choices\.)/, // it asks a worker thread, which loads no bundle
  /^model\/(sequences|limit-edges)\./,
  /^clock\//,
  /^report\/corpus\./,
  /^scenarios\/(format|times|merging|expect|populate)\./,
  /^v1\/(order-of-checks|provenance)\./,
]
const all = readdirSync(`${root}test`, { recursive: true }).filter((file) =>
  file.endsWith('.test.ts'),
)
const tests = requested.flatMap((pattern) => all.filter((file) => pattern.test(file)).toSorted())

/** Keeps import.meta.url of bundled files, because some read files next to them. */
const ownAddress = {
  name: 'own-address',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^vitest$/ }, () => ({ path: `${root}test/mutation/vitest-in-mocha.js` }))
    onLoad({ filter: /\/(src|test|scripts|build)\/.*\.[jt]s$/ }, ({ path }) => {
      if (path.includes('/node_modules/')) return undefined
      const address = JSON.stringify(pathToFileURL(path).href)
      const contents = readFileSync(path, 'utf8').replaceAll('import.meta.url', address)
      return { contents, loader: path.endsWith('.ts') ? 'ts' : 'js' }
    })
  },
}

await build({
  stdin: {
    contents: tests.map((file) => `import ${JSON.stringify(`./test/${file}`)}`).join('\n'),
    resolveDir: root,
  },
  bundle: true,
  platform: 'node',
  format: 'cjs',
  banner: { js: "'use strict'; process.env.MODEL_RUNS ??= '20'" },
  outfile: `${root}build/mutation.cjs`,
  plugins: [ownAddress],
  logLevel: 'error',
})
