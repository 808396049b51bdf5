// Joins what the compiler made, and the packages that it stands on, into the few files that are
// shipped: docs/decisions/004 tells why. They lie flat in dist/, as src/package-files.ts expects.
import { fileURLToPath } from 'node:url'
import { bundle } from './bundled.js'
import { writeCommonJs, writeDeclarations } from './commonjs.js'
import { writeJestFiles } from './jest-files.js'
import { leaveOut } from './left-out.js'

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

const metafile = await bundle({
  ...shared,
  entryPoints: compiled(['bin', 'index', 'client', 'vitest', 'vitest-setup', 'jest']),
  splitting: true, // what is imported when it is needed stays a file of its own
  chunkNames: '[name]-[hash]',
  format: 'esm',
  platform: 'node',
  target: 'node20',
  external: ['vitest'],
  plugins: [leaveOut],
  // What CommonJS packages require is all Node's own by now. createRequire would cost each file
  // 0.3 ms of looking for folders of packages.
  banner: { js: 'const require=process.getBuiltinModule;' },
})
const namesOf = (entry) => metafile.outputs[`dist/${entry}.js`].exports

// For CommonJS: the client as one file, what Jest calls, and the rest by way of the ES modules.
await bundle({
  ...shared,
  entryPoints: compiled(['client']),
  outExtension: { '.js': '.cjs' },
  format: 'cjs',
  platform: 'neutral',
  target: 'es2023',
})
writeDeclarations(at('dist'), 'client', namesOf('client'))
writeCommonJs(at('dist'), ['index', 'vitest', 'vitest-setup'], namesOf)
writeJestFiles(at('dist'))
