import { runProgram } from './program.js'

/** curl, by default and with its own retries. */
export const curlClient = {
  name: 'curl',
  tool: 'curl',
  program: ['curl', '--version'],
  byDefault: (ask) => send(ask, []),
}

export const curlRetryClient = {
  name: 'curl --retry 2',
  tool: 'curl',
  program: ['curl', '--version'],
  byDefault: (ask) => send(ask, ['--retry', '2']),
  // curl does not treat 409 as transient.
  configured: (ask) => send(ask, ['--retry', '4', '--retry-all-errors']),
}

function send({ url, method, headers, body }, settings) {
  const head = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const data = body === undefined ? [] : ['--data', body]
  return runProgram(['curl', '-s', '--fail', '-X', method, ...head, ...data, ...settings, url])
}
