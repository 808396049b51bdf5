// A sandbox in a separate process, on a free port.
import { spawn } from 'node:child_process'
import { builtFile } from '../support/process/fresh-build.js'

const bin = builtFile('dist/bin.cjs')

export async function startSandbox() {
  const child = spawn(process.execPath, [bin, '--port', '0', '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const line = await new Promise((resolve, reject) => {
    child.stdout.once('data', (data) => resolve(String(data).split('\n')[0]))
    child.once('exit', (code) => reject(new Error(`the sandbox ended with ${code}`)))
  })
  child.stdout.resume()
  const { url, api_key } = JSON.parse(line)
  return { url, key: api_key, stop: () => child.kill() }
}
