// Bundles the compiled code and its dependencies into the few files of the package; docs/decisions/004
// explains why. All files are directly in dist/, as src/package-files.ts expects.
import { fileURLToPath } from 'node:url'
import { bundle } from './bundled.js'
import { writeCommonJs, writeDeclarations } from './commonjs.js'
import { joinChunks } from './join-chunks.js'
import { writeJestFiles } from './jest-files.js'
import { leaveOut } from './left-out.js'
import { toCommonJs } from './to-commonjs.js'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const compiled = (names) => Object.fromEntries(names.map((name) => [name, at(`build/${name}.js`)]))

/** The common options: white space is removed, names are not, so that stack traces stay readable. */
const shared = {
  outdir: at('dist'),
  bundle: true,
  minifySyntax: true,
  minifyWhitespace: true,
  lineLimit: 200, // Node shows the whole line of an error that nobody catches
  legalComments: 'none', // dist/LICENSES.txt contains them in full
  logLevel: 'warning',
}

/** What programs import: these files stay ES modules, since Vitest can be imported only by one. */
const library = [
  'index',
  'client',
  'vitest',
  'vitest-setup',
  'jest',
  'jest-environment',
  'playwright',
]

const metafile = await bundle({
  ...shared,
  // A worker thread runs `worker`.
  entryPoints: compiled(['bin', 'worker', ...library]),
  splitting: true, // dynamic imports stay in files of their own
  chunkNames: '[name]-[hash]',
  format: 'esm',
  platform: 'node',
  target: 'node20',
  external: ['vitest', 'jest-environment-node', '@playwright/test'],
  plugins: [leaveOut],
  // The remaining requires of CommonJS packages are all Node's own modules.
  banner: { js: 'const require=process.getBuiltinModule;' },
})
await joinChunks(at('dist'), metafile.outputs)
await toCommonJs(
  at('dist'),
  library.map((name) => `${name}.js`),
)
const namesOf = (entry) => metafile.outputs[`dist/${entry}.js`].exports

// The client as one file: for CommonJS, and for browsers, which have no modules of Node's.
for (const [format, extension, url] of [
  ['cjs', '.cjs', '__filename'],
  ['esm', '.mjs', 'import.meta.url'],
])
  await bundle({
    ...shared,
    entryPoints: compiled(['client']),
    outExtension: { '.js': extension },
    format,
    platform: 'neutral',
    target: 'es2023',
    define: { 'import.meta.url': url },
  })

// What a test loads that skips waits: one file without dependencies.
await bundle({
  ...shared,
  entryPoints: { 'skip-waits': at('build/library/waits/skip-waits.js') },
  outExtension: { '.js': '.cjs' },
  format: 'cjs',
  platform: 'node',
  target: 'node20',
})
// For CommonJS: the files that Jest loads, wrappers of the other ES modules, and types.
writeDeclarations(at('dist'), 'client', namesOf('client'))
writeCommonJs(at('dist'), ['index', 'vitest', 'vitest-setup', 'playwright'], namesOf)
writeJestFiles(at('dist'))
