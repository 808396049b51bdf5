import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCli } from '../../support/process/run-cli.ts'

/** `call(query, fields, key)` creates if it gets fields, else it lists. */
export const call = `const call = async (query = '', fields, key = process.env.ALIAS_SANDBOX_API_KEY) => {
  const headers = { authorization: 'Bearer ' + key, 'content-type': 'application/json' }
  const init = { headers, ...(fields && { method: 'POST', body: JSON.stringify(fields) }) }
  const response = await fetch(process.env.ALIAS_SANDBOX_URL + '/v1/aliases' + query, init)
  if (!response.ok) throw new Error(response.status)
  return response.json()
}`

/** A suite as a script that may use `call`. */
export function suite(text: string): string[] {
  return ['--', process.execPath, '--input-type=module', '-e', `${call}\n${text}`]
}

export const mutate = (options: readonly string[], text: string) =>
  runCli(['mutate', ...options, ...suite(text)], process.env)

export const creates = `await call('', { label: 'shop' })`

/** A script that counts its runs in a folder; `run` is the number of this one. */
export function countRun(folder: string): string {
  const file = JSON.stringify(join(folder, 'runs'))
  return `const { appendFileSync, readFileSync } = await import('node:fs')
    appendFileSync(${file}, '.')
    const run = readFileSync(${file}, 'utf8').length`
}

export function runsIn(folder: string): number {
  return readFileSync(join(folder, 'runs'), 'utf8').length
}
