// Writes the parts of the documentation that need something to run: the output of commands, the defaults of HTTP
// clients, and what ends a sandbox. It runs the built files and takes about three minutes.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { pageWithClients } from '../test/clients/table.js'
import { pageWithSignals } from '../test/ending/table.js'
import { withOutput } from './command-output.js'

const at = (path) => new URL(`../${path}`, import.meta.url)
const read = (path) => readFileSync(at(path), 'utf8')

const inDocs = readdirSync(at('docs')).filter((name) => name.endsWith('.md'))
for (const page of ['README.md', ...inDocs.map((name) => `docs/${name}`)]) {
  const text = read(page)
  if (text.includes('<!-- run: ')) writeFileSync(at(page), withOutput(text))
}
const clients = 'docs/etiquette.md'
writeFileSync(at(clients), await pageWithClients(read(clients)))
const ci = 'docs/ci.md'
writeFileSync(at(ci), await pageWithSignals(read(ci)))
