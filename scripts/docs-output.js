// Writes what the documentation shows of running things: the output of commands, and what HTTP clients
// do by default. It runs what is built, and takes about two minutes.
import { readFileSync, writeFileSync } from 'node:fs'
import { pageWithClients } from '../test/clients/table.js'
import { withOutput } from './command-output.js'

const at = (path) => new URL(`../${path}`, import.meta.url)
const read = (path) => readFileSync(at(path), 'utf8')

const tutorial = 'docs/tutorial.md'
writeFileSync(at(tutorial), withOutput(read(tutorial)))
const clients = 'docs/http-clients.md'
writeFileSync(at(clients), await pageWithClients(read(clients)))
