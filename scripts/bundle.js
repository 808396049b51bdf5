// Joins what the compiler made, and the packages that it stands on, into the few files that are
// shipped: docs/decisions/004 tells why. They lie flat in dist/, as src/package-files.ts expects.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { leaveOut } from './left-out.js'
import { licencesOf } from './licences.js'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

const { metafile } = await build({
  entryPoints: { bin: at('build/bin.js') },
  outdir: at('dist'),
  bundle: true,
  splitting: true, // what is imported when it is needed stays a file of its own
  format: 'esm',
  platform: 'node',
  target: 'node20',
  chunkNames: '[name]-[hash]',
  minifySyntax: true,
  minifyWhitespace: true, // names are kept, for stacks that can be read
  legalComments: 'none', // dist/LICENSES.txt holds them whole
  metafile: true,
  logLevel: 'warning',
  plugins: [leaveOut],
  // What CommonJS packages require is all Node's own by now. createRequire would cost each file
  // 0.3 ms of looking for folders of packages.
  banner: { js: 'const require=process.getBuiltinModule;' },
})

writeFileSync(at('dist/LICENSES.txt'), licencesOf(metafile))
