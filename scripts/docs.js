// Writes the tables of the README and docs/fidelity.md from the code's own tables.
import { readFileSync, writeFileSync } from 'node:fs'
import { fidelityPage, readmeWithTables } from './doc-tables.js'

const at = (path) => new URL(`../${path}`, import.meta.url)

writeFileSync(at('README.md'), readmeWithTables(readFileSync(at('README.md'), 'utf8')))
writeFileSync(at('docs/fidelity.md'), fidelityPage())
