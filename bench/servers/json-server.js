// json-server with a thousand aliases in its own file.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeAliases } from './aliases.js'

const folder = mkdtempSync(join(tmpdir(), 'bench-'))
const file = join(folder, 'db.json')
mkdirSync(join(folder, 'public')) // required in the working directory
process.chdir(folder)
writeFileSync(file, JSON.stringify({ aliases: makeAliases(1_000) }))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

const port = await freePort()
process.argv.splice(2, Infinity, file, '--port', String(port), '--host', '127.0.0.1')
await import(new URL('bin.js', import.meta.resolve('json-server/lib/app.js')).href)
process.send({ port })

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = server.address()
      server.close(() => resolve(free))
    })
  })
}
