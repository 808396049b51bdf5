// The test suite of the teams that are compared: it runs the client, and looks at what comes out. As a command
// (`node suite.js <client>`) it does so against the sandbox of `alias-sandbox exec`.
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'

/**
 * Resolves to the exit code of the suite: 0 if the client ended with 0, has printed all aliases that exist then, and
 * made none twice; 2 if it only ended with 0; 1 if not even that. `over time` if it has not ended after `ms`.
 */
export async function resultOf([command, ...args], { env, ms, readAliases }) {
  const before = (await readAliases?.()) ?? []
  const client = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
    timeout: ms,
    killSignal: 'SIGKILL',
  })
  const ended = new Promise((resolve, reject) => {
    client.once('error', reject)
    client.once('close', (code, signal) => resolve({ code, signal }))
  })
  const [printed, told] = await Promise.all([text(client.stdout), text(client.stdio[3])])
  const { code, signal } = await ended
  if (signal === 'SIGKILL') return 'over time'
  if (code !== 0) return 1
  // A client that calls process.exit ends MSW with itself: then its exit code is all that there is.
  const aliases = readAliases ? await readAliases() : JSON.parse(told || '[]')
  const isWhole = aliases.every(({ address }) => printed.includes(address))
  return isWhole && !isAnyTwice(before, aliases) ? 0 : 2
}

function isAnyTwice(before, aliases) {
  const known = new Set(before.map(({ address }) => address))
  const labels = aliases.filter(({ address }) => !known.has(address)).map(({ label }) => label)
  return new Set(labels).size < labels.length
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const url = `${process.env.ALIAS_SANDBOX_URL}/_sandbox/aliases`
  const readAliases = async () => (await (await fetch(url)).json()).aliases
  process.exitCode = await resultOf(process.argv.slice(2), { readAliases })
}
