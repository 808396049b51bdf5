// Bundles what Node runs, with all dependencies: docs/decisions/004. scripts/build.js does the rest.
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type UserConfig } from 'tsdown'

const shared: UserConfig = {
  format: 'cjs',
  // Jest runs no ES modules, and so no `import()`.
  outputOptions: { dynamicImportInCjs: false },
  target: 'node20',
  minify: true,
  dts: false, // TypeScript 7 has no programming interface; tsc writes them
  clean: false,
  fixedExtension: false,
  hash: false,
  // What it loads to fetch mails, nobody calls.
  treeshake: { moduleSideEffects: [{ test: /node_modules\/nodemailer\//, sideEffects: false }] },
  // yargs reads it where an option `extends` is given, which we have none of.
  define: { 'import.meta.resolve': 'undefined' },
  deps: {
    alwaysBundle: [/^/],
    neverBundle: /^(?:vitest|msw|@playwright\/test|jest-environment-node)/,
  },
}

/**
 * Parts of Express that are large, and are never called: we read bodies, queries and file types ourselves, set no cookies,
 * send no files with it, and trust no proxy.
 */
const notUsed = fileURLToPath(new URL('scripts/not-used.json', import.meta.url))
const unused =
  'accepts body-parser content-disposition cookie cookie-signature ipaddr.js mime-db qs serve-static send'
const alias = Object.fromEntries(unused.split(' ').map((name) => [name, notUsed]))

/** Vitest can be imported by ES modules only. These two share the classes of the rest. */
const aroundCommonJs = {
  name: 'around-commonjs',
  resolveId: (path: string) =>
    path.startsWith('./') ? { id: `./${basename(path, '.ts')}.cjs`, external: true } : undefined,
}

const JSON_IMPORT = /import\((["'][^"']+\.json["']), \{\s*with: [^}]*\}\s*\}\)/g

/** Data stands beside the code, for every host: a large text is loaded when it is asked for. */
const besideData = {
  name: 'beside-data',
  resolveId: (id: string) =>
    /\/(?:generated\/(?!facts)|schema\/openapi|dist\/page)/.test(id)
      ? { id, external: true }
      : undefined,
  renderChunk(code: string, _chunk: unknown, { format }: { format: string }) {
    // The sources are one folder deeper.
    const placed = code.replaceAll(/(?<=["'])\.\.\/(?=\.\.\/(?:generated|schema|dist)\/)/g, '')
    if (format !== 'cjs') return placed
    return placed.replaceAll(JSON_IMPORT, 'Promise.resolve({ default: require($1) })')
  },
}

const forBrowsers: UserConfig = {
  ...shared,
  format: 'esm',
  platform: 'browser',
  fixedExtension: true,
}

const entries = (...paths: string[]) =>
  Object.fromEntries(paths.map((path) => [basename(path), `src/${path}.ts`]))

export default defineConfig([
  {
    ...shared,
    alias,
    plugins: [besideData],
    entry: {
      ...entries('bin', 'index', 'client', 'fetch', 'msw', 'playwright', 'node/work/worker'),
      ...entries('jest', 'jest-teardown', 'jest-environment'),
      ...entries('client/clock', 'library/failure-page', 'library/run-sandbox'), // for Vitest's entries
    },
  },
  { ...shared, format: 'esm', plugins: [aroundCommonJs], entry: entries('vitest', 'vitest-setup') },
  // Each is one file: it is loaded from several contexts, or synchronously.
  { ...shared, entry: entries('library/waits/skip-waits') },
  { ...forBrowsers, entry: entries('client', 'msw', 'fetch'), plugins: [besideData] },
])
