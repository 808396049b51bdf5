// Writes what the documentation holds of the code: tables and snippets of the README (the table of
// HTTP clients by running them), docs/fidelity.md, the Postman collection, and what the commands of the
// tutorial print.
import { readFileSync, writeFileSync } from 'node:fs'
import { readmeWithClients } from '../test/clients/table.js'
import { fidelityPage, withTables } from './doc-tables.js'
import { postmanCollection } from './postman.js'
import { readmeWithSnippets } from './snippets.js'
import { tutorialWithOutput } from './tutorial.js'

const at = (path) => new URL(`../${path}`, import.meta.url)
const rewrite = (path, make) => writeFileSync(at(path), make(readFileSync(at(path), 'utf8')))

rewrite('README.md', withTables)
rewrite('SECURITY.md', withTables)
rewrite('README.md', readmeWithSnippets)
writeFileSync(at('README.md'), await readmeWithClients(readFileSync(at('README.md'), 'utf8')))
writeFileSync(at('docs/fidelity.md'), fidelityPage())
writeFileSync(
  at('docs/postman/alias-sandbox.postman_collection.json'),
  `${JSON.stringify(postmanCollection(), null, 2)}\n`,
)
rewrite('docs/tutorial.md', tutorialWithOutput)
