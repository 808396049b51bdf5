// Writes the parts of the documentation that need something to run: the output of commands, the defaults of HTTP
// clients, and what ends a sandbox. It runs the built files and takes about three minutes.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { pageWithClients } from '../test/clients/table.js'
import { pageWithSignals } from '../test/ending/table.js'
import { withOutput } from './command-output.js'

const at = (path) => new URL(`../${path}`, import.meta.url)
const read = (path) => readFileSync(at(path), 'utf8')

for (const page of readdirSync(at('docs')).filter((name) => name.endsWith('.md'))) {
  const text = read(`docs/${page}`)
  if (text.includes('<!-- run: ')) writeFileSync(at(`docs/${page}`), withOutput(text))
}
const clients = 'docs/http-clients.md'
writeFileSync(at(clients), await pageWithClients(read(clients)))
const ci = 'docs/ci.md'
writeFileSync(at(ci), await pageWithSignals(read(ci)))
