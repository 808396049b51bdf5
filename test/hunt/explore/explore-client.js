import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import '../../support/process/fresh-build.js'
import { findPython } from '../../support/tools/find-command.js'

/** The modules that the careful clients in Python import. */
export const PYTHON_MODULES = 'requests, tenacity, httpx, urllib3'

const at = (path) => fileURLToPath(new URL(path, import.meta.url))
const check = `sh "${at('clients/base/lists-everything.sh')}"`

/** The command that runs one of the clients. */
export function toClient(file) {
  const path = at(`clients/${file}`)
  if (file.endsWith('.sh')) return ['sh', path]
  if (!file.endsWith('.py')) return ['node', `${path}.js`]
  const modules = file.startsWith('careful/') ? PYTHON_MODULES : 'json'
  const python = findPython(modules)
  if (python === undefined) throw new Error(`${file} needs a python3 with ${modules}`)
  return [python, path]
}

/**
 * Runs `explore` on one of the clients; returns what `--json` prints, each place of a problem by itself. With `until`, the
 * search ends as by Ctrl-C when its progress tells a problem whose key begins so.
 */
export async function explore(file, options, until) {
  // More time than is needed on a busy machine, unless the caller limits it.
  const time = options.includes('--time') ? [] : ['--time', '10m']
  const command = ['explore', '--json', '--expect-output', check, ...time, ...options]
  const client = toClient(file)
  const child = spawn(process.execPath, [at('../../../dist/bin.cjs'), ...command, '--', ...client])
  if (until !== undefined) {
    const lines = createInterface({ input: child.stderr })
    lines.on('line', (line) => line.includes(`(${until}`) && child.kill('SIGINT'))
  }
  const [printed, errors, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.on('close', resolve)),
  ])
  const isStopped = until !== undefined && code === 130
  if (code !== 0 && code !== 5 && !isStopped)
    throw new Error(`${file}: explore ended with ${code}\n${errors}`)
  const result = JSON.parse(printed)
  return { ...result, problems: result.problems.flatMap((one) => [one, ...one.also]) }
}
