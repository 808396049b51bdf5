// Builds what browsers run: one script and one style sheet, of the dashboard and of every page in a file
// (docs/decisions/023).
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
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

/**
 * Builds the dashboard, which is the script and the style sheet of a page, too.
 * @returns the files that they are made of
 */
export async function buildDashboard() {
  const { metafile, outputFiles } = await build({
    ...shared,
    write: false,
    outdir: 'build',
    entryPoints: { script: 'src/page/main.tsx', style: 'src/dashboard/style.css' },
    inject: ['scripts/dashboard-jsx.js'],
    external: ['postal-mime'], // a page has no mails as they were sent
    format: 'iife',
  })
  const [script, style] = outputFiles.map(({ text }) => text.trim())
  const files = Object.keys(metafile.inputs)
  const licences = `This page contains alias-sandbox (MIT) and parts of these packages.\n\n${licencesOf(packagesOf(files))}`
  const end = /<\/script|<!--|\r/i.exec(licences) ?? /<\/style|\r/i.exec(style)
  if (end) throw new Error(`what stands in a page must not contain ${JSON.stringify(end[0])}`)
  const shell = {
    policy: policyFor([loader, script], style),
    loader,
    script: gzipSync(script, { level: 9 }).toString('base64'),
    style,
    licences,
  }
  writeFileSync('dist/page.json', JSON.stringify(shell))
  mkdirSync('dist/dashboard')
  copyFileSync('src/dashboard/index.html', 'dist/dashboard/index.html')
  return files
}

/** Starts the script, which is packed: as it is, it would be most of the page. */
const loader = `const binary = atob(document.getElementById('page-script').textContent)
const bytes = new Uint8Array(binary.length)
for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at)
const { readable, writable } = new DecompressionStream('gzip')
const writer = writable.getWriter()
writer.write(bytes)
writer.close()
new Response(readable).text().then((script) => {
  const element = document.createElement('script')
  element.textContent = script
  document.head.append(element)
})`

/** The page runs these, and nothing else. */
function policyFor(scripts, style) {
  const hashOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  return `default-src 'none'; script-src ${scripts.map(hashOf).join(' ')}; style-src ${hashOf(style)}; base-uri 'none'; form-action 'none'`
}
