// Builds the dashboard: a script with a chunk and a style sheet for each screen, and the page that loads them.
import { copyFileSync, readdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { bundle } from './bundled.js'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

rmSync(at('dist/dashboard'), { recursive: true, force: true })
await bundle({
  entryPoints: { app: at('src/dashboard/main.tsx') },
  outdir: at('dist/dashboard'),
  bundle: true,
  splitting: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  charset: 'utf8',
  jsx: 'transform',
  jsxFactory: 'h',
  jsxFragment: 'Fragment',
  inject: [at('scripts/dashboard-jsx.js'), at('scripts/dashboard-page.js')],
  tsconfigRaw: {}, // the one of the types would choose another JSX
  legalComments: 'none',
  logLevel: 'warning',
})
await bundle({
  entryPoints: { app: at('src/dashboard/style.css'), ...partStyles() },
  outdir: at('dist/dashboard'),
  bundle: true,
  minify: true,
  logLevel: 'warning',
})
copyFileSync(at('src/dashboard/index.html'), at('dist/dashboard/index.html'))

/** The style sheets of the parts that are loaded later. */
function partStyles() {
  const folder = 'src/dashboard/styles/parts'
  const names = readdirSync(at(folder)).map((file) => file.replace('.css', ''))
  return Object.fromEntries(names.map((name) => [name, at(`${folder}/${name}.css`)]))
}
