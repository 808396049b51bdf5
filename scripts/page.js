// Builds what every page in a file has (docs/decisions/023): one script with the dashboard's screens and the core, and
// one style sheet. A policy in the page allows these two by their hashes, and nothing else.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { bundle } from './bundled.js'
import { folderOf, licencesOf } from './licence-of.js'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8'))

const metafile = await bundle({
  entryPoints: { script: at('src/page/app/main.tsx'), style: at('src/page/app/page.css') },
  outdir: at('build/shell'),
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2022',
  charset: 'utf8',
  jsx: 'transform',
  jsxFactory: 'h',
  jsxFragment: 'Fragment',
  inject: [at('scripts/dashboard-jsx.js')],
  define: {
    PAGE_VERSION: JSON.stringify(version),
    'import.meta.url': '""', // the page loads nothing
    setImmediate: 'setTimeout',
  },
  tsconfigRaw: {}, // the one of the types would choose another JSX
  legalComments: 'none', // the page has the licences in full
  logLevel: 'warning',
})

const script = readFileSync(at('build/shell/script.js'), 'utf8').trim()
const style = readFileSync(at('build/shell/style.css'), 'utf8').trim()
const folders = [...new Set(Object.keys(metafile.inputs).flatMap(folderOf))].toSorted()
const licences = `This page contains alias-sandbox (MIT) and parts of these packages.\n\n${licencesOf(folders)}`
for (const [text, name] of [
  [script, 'script'],
  [style, 'style'],
  [licences, 'script'],
]) {
  const end = new RegExp(`</${name}|<!--|\\r`, 'i').exec(text)
  if (end) throw new Error(`what stands in a page must not contain ${JSON.stringify(end[0])}`)
}
const hashOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const policy = [
  `default-src 'none'`,
  `script-src ${hashOf(script)}`,
  `style-src ${hashOf(style)}`,
  `base-uri 'none'`,
  `form-action 'none'`,
].join('; ')
writeFileSync(
  at('dist/page.json.gz'),
  gzipSync(JSON.stringify({ policy, script, style, licences }), { level: 9 }),
)
