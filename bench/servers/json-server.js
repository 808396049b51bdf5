// json-server with a thousand aliases in its own file.
import { mkdirSync } from 'node:fs'
import { makeAliases } from './aliases.js'
import { runCommand, workIn } from './command.js'

const file = workIn('db.json', { aliases: makeAliases(1_000) })
mkdirSync('public') // required in the working directory
await runCommand('json-server', (port) => [file, '--port', port, '--host', '127.0.0.1'])
