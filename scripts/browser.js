// Builds what browsers run: the dashboard, a script and a style sheet, and what every page in a
// file has (docs/decisions/023): one script with the dashboard's screens and the core, and one style sheet.
import { createHash } from 'node:crypto'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { licencesOf, packagesOf } from './licences.js'

const shared = {
  bundle: true,
  minify: true,
  metafile: true,
  target: 'es2022',
  jsx: 'transform',
  jsxFactory: 'h',
  jsxFragment: 'Fragment',
  tsconfigRaw: {}, // the one of the types would choose another JSX
  legalComments: 'none', // the licences are shipped in full
  logLevel: 'warning',
}

/** @returns the files that script and style sheet are made of */
export async function buildDashboard() {
  const { metafile } = await build({
    ...shared,
    outdir: 'dist/dashboard',
    entryPoints: { app: 'src/dashboard/main.tsx', style: 'src/dashboard/style.css' },
    inject: ['scripts/dashboard-jsx.js'],
    format: 'esm',
  })
  copyFileSync('src/dashboard/index.html', 'dist/dashboard/index.html')
  return Object.keys(metafile.inputs)
}

/** @returns the files that the script is made of */
export async function buildPage() {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  const { metafile, outputFiles } = await build({
    ...shared,
    write: false,
    outdir: 'build',
    entryPoints: { script: 'src/page/app/main.tsx', style: 'src/page/app/page.css' },
    inject: ['scripts/dashboard-jsx.js'],
    format: 'iife',
    // The page loads nothing.
    define: {
      PAGE_VERSION: JSON.stringify(version),
      'import.meta.url': '""',
      setImmediate: 'setTimeout',
    },
  })
  const [script, style] = outputFiles.map(({ text }) => text.trim())
  const files = Object.keys(metafile.inputs)
  const licences = `This page contains alias-sandbox (MIT) and parts of these packages.\n\n${licencesOf(packagesOf(files))}`
  const end = /<\/script|<!--|\r/i.exec(script + licences) ?? /<\/style|\r/i.exec(style)
  if (end) throw new Error(`what stands in a page must not contain ${JSON.stringify(end[0])}`)
  const page = JSON.stringify({ policy: policyFor(script, style), script, style, licences })
  writeFileSync('dist/page.json.gz', gzipSync(page, { level: 9 }))
  return files
}

/** The page runs these two, and nothing else. */
function policyFor(script, style) {
  const hashOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  return `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; base-uri 'none'; form-action 'none'`
}
