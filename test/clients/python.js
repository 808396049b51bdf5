import { fileURLToPath } from 'node:url'
import { isThere, runProgram } from './program.js'

const interpreters = ['/usr/bin/python3', 'python3']

/** Python’s clients, each a file of its own beside this one. */
export const urllibClient = toClient('python3 urllib', 'urllib.request')
export const requestsClient = toClient('python3 requests', 'requests')
export const urllib3Client = toClient('python3 urllib3', 'urllib3')

function toClient(name, library) {
  const python =
    interpreters.find((each) => isThere([each, '-c', `import ${library}`])) ?? interpreters[0]
  const script = fileURLToPath(new URL(`${library.replace('.', '_')}_client.py`, import.meta.url))
  const run = (how) => (ask) => runProgram([python, script, how, JSON.stringify(ask)])
  return {
    name,
    program: [python, '-c', `import ${library}`],
    asItComes: run('as_it_comes'),
    asTold: run('as_told'),
  }
}
