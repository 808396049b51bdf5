// Writes the generated parts of the documentation: tables, snippets and docs/fidelity.md. It reads the sources
// through esbuild, so it needs no build and takes one second. `npm run docs:output` writes the output of commands
// and the behaviour of HTTP clients.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

// One level deep, like scripts/, because modules contain paths relative to themselves.
const bundled = at('build/generated-docs.js')
await build({
  entryPoints: [at('scripts/generated-docs.js')],
  outfile: bundled,
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  logLevel: 'warning',
})

const { generatedDocs } = await import(bundled)
for (const [path, text] of generatedDocs()) {
  if (readFileSync(at(path), 'utf8') === text) continue
  writeFileSync(at(path), text)
  console.log(`${path} is up to date now`)
}
