// Writes the parts of the documentation that need something to run: the output of commands, the defaults of HTTP
// clients, and what ends a sandbox. It runs the built files and takes about three minutes.
import { readFileSync, writeFileSync } from 'node:fs'
import { pageWithClients } from '../test/clients/table.js'
import { pageWithSignals } from '../test/ending/table.js'
import { withOutput } from './command-output.js'

const parts = { 'find-out': withOutput, etiquette: pageWithClients, ci: pageWithSignals }
for (const [page, write] of Object.entries(parts)) {
  const path = new URL(`../docs/${page}.md`, import.meta.url)
  writeFileSync(path, await write(readFileSync(path, 'utf8')))
}
