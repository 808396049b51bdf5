import { expect, it } from 'vitest'
import { runCli } from '../../support/process/run-cli.ts'

/** Gives up after a 409, which is allowed but unwise. */
const givesUp = `
  const { ALIAS_SANDBOX_URL: url, ALIAS_SANDBOX_API_KEY: key } = process.env
  await fetch(url + '/v1/aliases', { method: 'POST', headers: { authorization: 'Bearer ' + key } })`
const command = ['--', process.execPath, '--input-type=module', '-e', givesUp]

it.each([
  ['exec', ['-s', 'collision']],
  ['exec', ['--verify', '-s', 'collision']],
  ['matrix', ['--scenarios', 'collision']],
])('%s --strict is exit 4 where there is only advice', async (name, argv) => {
  const run = (...more: string[]) => runCli([name, ...argv, ...more, ...command], process.env)
  expect((await run()).exitCode).toBe(0)
  expect((await run('--strict')).exitCode).toBe(4)
})
