// Writes what the documentation holds of the code: tables and snippets of the README,
// docs/fidelity.md, and what the commands of the tutorial print.
import { readFileSync, writeFileSync } from 'node:fs'
import { fidelityPage, readmeWithTables } from './doc-tables.js'
import { readmeWithSnippets } from './snippets.js'
import { tutorialWithOutput } from './tutorial.js'

const at = (path) => new URL(`../${path}`, import.meta.url)
const rewrite = (path, make) => writeFileSync(at(path), make(readFileSync(at(path), 'utf8')))

rewrite('README.md', readmeWithTables)
rewrite('README.md', readmeWithSnippets)
writeFileSync(at('docs/fidelity.md'), fidelityPage())
rewrite('docs/tutorial.md', tutorialWithOutput)
