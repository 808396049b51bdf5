import { fileURLToPath } from 'node:url'
import { findPython } from '../../../support/tools/find-command.js'
import { runProgram } from '../program.js'

/** Clients in Python, each in its own file in this folder. */
export const urllibClient = toClient('python3 urllib', 'urllib.request')
export const requestsClient = toClient('python3 requests', 'requests')
export const urllib3Client = toClient('python3 urllib3', 'urllib3')

function toClient(name, library) {
  const python = findPython(library) ?? 'python3'
  const script = fileURLToPath(new URL(`${library.replace('.', '_')}_client.py`, import.meta.url))
  const run = (how) => (ask) => runProgram([python, script, how, JSON.stringify(ask)])
  return {
    name,
    tool: `python3 ${library}`,
    program: [python, '-c', `import ${library}`],
    byDefault: run('by_default'),
    configured: run('configured'),
  }
}
