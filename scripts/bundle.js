// Joins what the compiler made, and the packages that it stands on, into the few files that are
// shipped: docs/decisions/004 tells why. They lie flat in dist/, as src/package-files.ts expects.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { writeJestFiles } from './jest-files.js'
import { leaveOut } from './left-out.js'
import { licencesOf } from './licences.js'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const compiled = (names) => Object.fromEntries(names.map((name) => [name, at(`build/${name}.js`)]))

/** Written alike for all: white space is cut, names are kept, so that stacks can be read. */
const shared = {
  outdir: at('dist'),
  bundle: true,
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none', // dist/LICENSES.txt holds them whole
  logLevel: 'warning',
}

const { metafile } = await build({
  ...shared,
  entryPoints: compiled(['bin', 'index', 'client', 'vitest', 'vitest-setup', 'jest']),
  splitting: true, // what is imported when it is needed stays a file of its own
  chunkNames: '[name]-[hash]',
  format: 'esm',
  platform: 'node',
  target: 'node20',
  external: ['vitest'],
  metafile: true,
  plugins: [leaveOut],
  // What CommonJS packages require is all Node's own by now. createRequire would cost each file
  // 0.3 ms of looking for folders of packages.
  banner: { js: 'const require=process.getBuiltinModule;' },
})
writeFileSync(at('dist/LICENSES.txt'), licencesOf(metafile))

// For CommonJS: the client as one file, and what Jest calls.
await build({
  ...shared,
  entryPoints: compiled(['client']),
  outExtension: { '.js': '.cjs' },
  format: 'cjs',
  platform: 'neutral',
  target: 'es2023',
})
writeJestFiles(at('dist'))
