// The shipped command in its own process, as users run it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { builtFile } from '../../support/process/fresh-build.js'

const bin = builtFile('dist/bin.cjs')
const running = new Set()
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')))

/**
 * Starts a sandbox, on a free port by default. Resolves when it is ready, or with `exitCode` if it did not
 * start. `node` is the command before `dist/bin.cjs`; `env` is added to the environment.
 */
export function startSandbox(args = [], { env = {}, node = [process.execPath], port = 0 } = {}) {
  const command = [...node, bin, 'start', '--port', String(port), '--json', '--quiet', ...args]
  return startProcess(command, env)
}

/** Starts any command that prints a ready line in JSON. */
export async function startProcess(command, env = {}) {
  const child = spawn(command[0], command.slice(1), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  running.add(child)
  const said = { stdout: '', stderr: '' }
  child.stderr.on('data', (chunk) => (said.stderr += chunk))
  const exit = once(child, 'exit').then(([code, signal]) => {
    running.delete(child)
    return { exitCode: code, signal }
  })
  const ready = new Promise((resolve) => {
    child.stdout.on('data', (chunk) => {
      said.stdout += chunk
      if (said.stdout.includes('\n')) resolve(JSON.parse(said.stdout.split('\n')[0]))
    })
  })
  const first = await Promise.race([ready, exit])
  return {
    ...first,
    said,
    exit,
    /** Sends a signal and returns how the process ended, and after how many ms. */
    async end(signal) {
      const from = performance.now()
      child.kill(signal)
      return { ...(await exit), ms: performance.now() - from }
    },
    signal: (name) => child.kill(name),
  }
}
