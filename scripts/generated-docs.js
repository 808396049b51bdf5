// The parts of the documentation that are generated from the code: tables, snippets and whole files. Needs no
// build.
import { readFileSync, readdirSync } from 'node:fs'
import { fidelityPage, withTables } from './doc-tables.js'
import { withSnippets } from './snippets.js'

const root = new URL('../', import.meta.url)

/** All pages of the documentation, by path from the root. */
export function docPages() {
  const inDocs = readdirSync(new URL('docs', root), { recursive: true })
    .map((path) => `docs/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.md'))
  return ['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...inDocs.toSorted()]
}

/** The expected text of each generated file, by path. */
export function generatedDocs() {
  const pages = docPages()
    .filter((path) => path !== FIDELITY)
    .map((path) => {
      const text = readFileSync(new URL(path, root), 'utf8')
      return [path, withSnippets(withTables(text))]
    })
  return new Map([...pages, [FIDELITY, fidelityPage()]])
}

const FIDELITY = 'docs/fidelity.md'
