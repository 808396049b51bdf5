// Runs the command of an installed mock server in this process, so that its resources can be measured.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reportReady } from './listen.js'

/** Goes to a new folder, which is removed at the end; returns the path of a file in it. */
export function workIn(name, content) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  process.chdir(folder)
  writeFileSync(join(folder, name), JSON.stringify(content))
  return join(folder, name)
}

/** Runs the command that a package brings, with the arguments for a free port; reports when it accepts connections. */
export async function runCommand(packageName, argumentsFor) {
  const manifest = new URL(`node_modules/${packageName}/package.json`, import.meta.url)
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8'))
  const [file] = typeof bin === 'string' ? [bin] : Object.values(bin)
  const port = await freePort()
  process.argv.splice(2, Infinity, ...argumentsFor(String(port)))
  await import(new URL(file, manifest).href)
  while (!(await accepts(port)));
  reportReady(port)
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

function accepts(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.once('error', () => setTimeout(resolve, 50, false))
    socket.once('connect', () => socket.destroy())
  })
}
