// Writes the generated parts of the documentation, tables and snippets, in a second. `npm run docs:output` writes the
// output of commands and the behaviour of HTTP clients.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { withTables } from './doc-tables.js'
import { withSnippets } from './snippets.js'

const at = (path) => new URL(`../${path}`, import.meta.url)

/** All pages of the documentation, by path from the root. */
export function docPages() {
  const inDocs = readdirSync(at('docs'), { recursive: true })
    .map((path) => `docs/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.md'))
  return ['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...inDocs.toSorted()]
}

/** The pages as they should be, by path. */
export function generatedDocs() {
  const text = (path) => withSnippets(withTables(readFileSync(at(path), 'utf8')))
  return new Map(docPages().map((path) => [path, text(path)]))
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [path, text] of generatedDocs()) writeFileSync(at(path), text)
