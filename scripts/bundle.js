// Bundles the compiled code and its dependencies into the few files of the package; docs/decisions/004
// explains why. All files are directly in dist/, as src/package-files.ts expects.
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { bundle } from './bundled.js'
import { writeCommonJs, writeDeclarations } from './commonjs.js'
import { joinChunks } from './join-chunks.js'
import { writeJestFiles } from './jest-files.js'
import { leaveOut } from './left-out.js'

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

const metafile = await bundle({
  ...shared,
  entryPoints: compiled([
    'bin',
    'index',
    'client',
    'vitest',
    'vitest-setup',
    'jest',
    'jest-environment',
    'playwright',
    'worker', // what a worker thread runs
  ]),
  splitting: true, // dynamic imports stay in files of their own
  chunkNames: '[name]-[hash]',
  format: 'esm',
  platform: 'node',
  target: 'node20',
  external: ['vitest', 'jest-environment-node', '@playwright/test'],
  plugins: [leaveOut],
  // The remaining requires of CommonJS packages are all Node's own modules. createRequire would cost each
  // file 0.3 ms, because it searches for package folders.
  banner: { js: 'const require=process.getBuiltinModule;' },
})
await joinChunks(at('dist'), metafile.outputs)
const namesOf = (entry) => metafile.outputs[`dist/${entry}.js`].exports

// For CommonJS: the client as one file, the files that Jest loads, and wrappers of the ES modules for the
// rest.
await bundle({
  ...shared,
  entryPoints: compiled(['client']),
  outExtension: { '.js': '.cjs' },
  format: 'cjs',
  platform: 'neutral',
  target: 'es2023',
  define: { 'import.meta.url': '__filename' },
})

// What `explore` preloads into the processes of a command, and what a test loads that skips waits: a file each,
// without dependencies.
await bundle({
  ...shared,
  entryPoints: {
    'time-travel': at('build/hunt/time-travel/preload.js'),
    'skip-waits': at('build/hunt/time-travel/skip-waits.js'),
  },
  outExtension: { '.js': '.cjs' },
  format: 'cjs',
  platform: 'node',
  target: 'node20',
})
// The same for Python, which finds it by this name. A file in the place of the folder for what Python compiles
// keeps it from writing into the package.
const python = 'python/sitecustomize.py'
mkdirSync(at('dist/python'))
copyFileSync(at(`src/hunt/time-travel/${python}`), at(`dist/${python}`))
writeFileSync(at('dist/python/__pycache__'), '')
writeDeclarations(at('dist'), 'client', namesOf('client'))
writeCommonJs(at('dist'), ['index', 'vitest', 'vitest-setup', 'playwright'], namesOf)
writeJestFiles(at('dist'))
